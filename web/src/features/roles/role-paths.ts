import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import type { RolePost } from '@dolph/contract/roles/roles'

/** A role on the page of its project: of the page for members, or of the one that visitors read. */
export function buildRolePath(
  post: Pick<RolePost, '_id' | 'title'>,
  roleId: string,
  isMember: boolean,
) {
  const pathname = isMember ? `/posts/${post._id}` : buildPublicPostPath(post)
  return { pathname, search: `?role=${roleId}`, hash: '' }
}

/** The form that asks to join through a role. */
export function buildAskPath(postId: string, roleId: string) {
  return { pathname: `/posts/${postId}`, search: `?ask=${roleId}`, hash: '' }
}
