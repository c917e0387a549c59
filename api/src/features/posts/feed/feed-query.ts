import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import type { PostType } from '@dolph/contract/posts/post-type'
import type { SearchScope, Sort } from '@dolph/contract/posts/post-filter'

/** Everything that decides which posts a page shows. */
export interface FeedQuery {
  /** The search text, trimmed and never empty; null when nothing is searched. */
  q: string | null
  scope: SearchScope
  type: PostType | null
  sort: Sort
  /** The lowest id that a post of the time range can have. Only lists sorted by likes have a range. */
  since: string | null
  author: string | null
  /** The last post of the previous page; its `likes` are set if, and only if, the list is sorted by them. */
  before: PostSortKey | null
  viewerId: string | null
  count: number
}

/** Whether the list has hidden posts: only that of the author's own posts has. */
export function includesHiddenPosts({ author, viewerId }: FeedQuery): boolean {
  return author !== null && author === viewerId
}

/** The sort key of a post in a list; `likes` is null where the list is sorted by the id alone. */
export interface PostSortKey {
  _id: string
  likes: number | null
}

/** The limit of a statement: part of its text, so that PostgreSQL plans for a page and not for a tenth of all posts. */
export function getStatementLimit({ count }: FeedQuery): number {
  return count <= PAGE_SIZE + 1 ? PAGE_SIZE + 1 : PAGE_SIZE_MAX + 1
}
