import type { PostType } from './post-type.ts'

/** The picture of links to pages that have none of their own. */
export const COMMON_CARD_PATH = '/share.png'

/** What the share card of a post shows. A `Post` and a `PublicPost` have all of it. */
export interface CardPost {
  _id: string
  title: string
  type: PostType
  user: { userName: string } | null
  project: { openRoles: number; skills: readonly string[] } | null
  cover?: { url: string } | null
}

/** Part of each address: a changed design gives all cards new addresses, as caches keep a card for a year. */
const CARD_DESIGN = 1

/** The path of the share card, which changes with everything that the card shows. */
export function buildCardPath({ _id, title, type, user, project, cover }: CardPost): string {
  const facts = [title, type, user?.userName, project?.openRoles, project?.skills, cover?.url]
  return `/cards/${_id}/${hashText(JSON.stringify([CARD_DESIGN, ...facts]))}.png`
}

export function buildBadgePath(id: string): string {
  return `/badge/${id}.svg`
}

/** 64 bits as hexadecimal digits: two runs of FNV-1a with mixed results. Not a secret, only a name for the content. */
function hashText(text: string): string {
  let [high, low] = [0x811c9dc5, 0x2f0b4f1d]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit ^ (high >>> 16), 0x85ebca6b)
  }
  return [high ^ (low >>> 13), low ^ (high >>> 15)]
    .map((part) => (part >>> 0).toString(16).padStart(8, '0'))
    .join('')
}
