import type { Post } from '@dolph/contract/posts/posts'
import type { RoleListItem } from '../../features/roles/browse/role-list-query.ts'

/** What the landing page shows of this installation. Only the server has it: a browser keeps the elements made from it. */
export interface HomeData {
  posts: readonly Post[]
  role: RoleListItem | null
}

export const HOME_KEY = ['home'] as const

/** With fewer the page shows samples. */
export const HOME_POSTS_MIN = 3
