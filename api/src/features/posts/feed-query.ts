import { PAGE_SIZE, PAGE_SIZE_MAX } from '@dolph/contract/paging'
import type { PostType, SearchScope, Sort } from '@dolph/contract/posts'

/** Everything that decides what a page of posts shows. */
export interface FeedQuery {
  /** What to look for, trimmed and never empty; null when nothing is searched. */
  q: string | null
  scope: SearchScope
  type: PostType | null
  sort: Sort
  /** The lowest id that a post of the time range can have. Only the most liked have a range. */
  since: string | null
  author: string | null
  /** The last post of the page before; its `likes` are set if, and only if, the list is sorted by them. */
  before: PostSortKey | null
  viewerId: string | null
  count: number
}

/** A post of a list, and what the list is sorted by: `likes` is null where that is the id alone. */
export interface PostSortKey {
  _id: string
  likes: number | null
}

/** How many posts a statement cuts off: part of its text, so that PostgreSQL plans for a page and not for a tenth of all posts. */
export function getStatementLimit({ count }: FeedQuery): number {
  return count <= PAGE_SIZE + 1 ? PAGE_SIZE + 1 : PAGE_SIZE_MAX + 1
}
