import type { Post } from '@dolph/contract/posts/posts'
import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import { buildBadgePath } from '@dolph/contract/posts/share-cards'

/** What the parts of sharing need of a post. */
export type SharedPost = Pick<Post, '_id' | 'title'>

/** The addresses of a post for people without an account, and the texts that put its badge into a README. */
export function buildShareLinks(post: SharedPost, origin: string) {
  const page = origin + buildPublicPostPath(post)
  const badgePath = buildBadgePath(post._id)
  const badge = origin + badgePath
  return {
    page,
    badgePath,
    markdown: `[![Dolph](${badge})](${page})`,
    html: `<a href="${page}"><img src="${badge}" alt="Dolph"></a>`,
  }
}
