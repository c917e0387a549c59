import type { Post } from './posts.ts'

const SLUG_MAX = 60

/** The path of the public page: `/p/{id}/{slug}`, or `/p/{id}` where the title has no Latin letter or digit. */
export function buildPublicPostPath({ _id, title }: Pick<Post, '_id' | 'title'>): string {
  const slug = buildSlug(title)
  return slug === '' ? `/p/${_id}` : `/p/${_id}/${slug}`
}

function buildSlug(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX + 1)
    .replaceAll(/^-|-$/g, '')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '')
}
