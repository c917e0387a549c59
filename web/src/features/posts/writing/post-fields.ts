import { PostType } from '@dolph/contract/posts/post-type'
import { type Post } from '@dolph/contract/posts/posts'
import { z } from 'zod/mini'
import { PostKey } from './post-key.ts'

/** The values of a post form, valid or not. */
export const PostFields = z.object({
  title: z.string(),
  type: PostType,
  body: z.string(),
  github: z.string(),
  demo: z.string(),
  projectUrl: z.string(),
  cover: z.nullable(z.object({ url: z.string(), alt: z.string() })),
})
export type PostFields = z.infer<typeof PostFields>

/** In the order of the form, so that the first invalid field can be focused. */
export const POST_FIELD_NAMES = [
  'title',
  'type',
  'body',
  'github',
  'demo',
  'projectUrl',
  'cover',
] as const

/** The fields as stored on the device. A new post keeps its key, so that a retry does not create a second post. */
export const StoredPostDraft = z.extend(z.partial(PostKey), {
  fields: PostFields,
})
export type StoredPostDraft = z.infer<typeof StoredPostDraft>

export const EMPTY_POST_FIELDS: PostFields = {
  title: '',
  type: 'showcase',
  body: '',
  github: '',
  demo: '',
  projectUrl: '',
  cover: null,
}

export function toPostFields(post: Post): PostFields {
  const { title, type, body, github, demo, projectUrl, cover } = post
  return { title, type, body, github, demo, projectUrl, cover }
}

export function arePostFieldsEqual(one: PostFields, other: PostFields): boolean {
  return POST_FIELD_NAMES.every((name) =>
    name === 'cover' ? areCoversEqual(one.cover, other.cover) : one[name] === other[name],
  )
}

function areCoversEqual(one: PostFields['cover'], other: PostFields['cover']): boolean {
  return one?.url === other?.url && one?.alt === other?.alt
}

export function getPostDraftKey(post: Post): string {
  return `post:${post._id}`
}

/** The cover for an edit of the post: an unchanged one is not sent, and so cannot be refused. */
export function getChangedCover(
  post: Post,
  cover: PostFields['cover'],
): Pick<Partial<PostFields>, 'cover'> {
  return areCoversEqual(post.cover, cover) ? {} : { cover }
}
