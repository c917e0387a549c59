import type { Sort } from '@dolph/contract/posts/post-filter'
import type { browsePosts, Post } from '@dolph/contract/posts/posts'
import type { ReplyOf } from '@dolph/contract/endpoint'

export type FeedPage = ReplyOf<typeof browsePosts>

/**
 * Merges a fetched page into the loaded pages: updates counters and removes deleted posts. `fresh` starts where one of the
 * pages starts. Sorted by date it is complete between its first and last post; sorted by likes, a missing post may only have
 * changed its rank.
 */
export function mergeFreshPage(pages: FeedPage[], fresh: FeedPage, sort: Sort): FeedPage[] {
  const freshPosts = new Map(fresh.data.map((post) => [post._id, post]))
  const isDeleted = ({ _id }: Post) =>
    sort === 'recent' && !freshPosts.has(_id) && isWithinPage(_id, fresh)
  return pages.map((page) => ({
    ...page,
    data: page.data
      .filter((post) => !isDeleted(post))
      .map((post) => freshPosts.get(post._id) ?? post),
  }))
}

/** Keeps only the first occurrence of each post: a post that lost rank between two requests is on both pages. */
export function removeDuplicatePosts(pages: FeedPage[]): FeedPage[] {
  const seen = new Set<string>()
  return pages.map((page) => ({
    ...page,
    data: page.data.filter(({ _id }) => !seen.has(_id) && seen.add(_id)),
  }))
}

/** Counts the posts that are newer than the loaded ones; `firstPage` is the current first page. */
export function countNewPosts(
  pages: FeedPage[],
  firstPage: FeedPage,
): { count: number; orMore: boolean } {
  const newest = pages[0]?.data[0]
  const newPosts = firstPage.data.filter((post) => newest === undefined || post._id > newest._id)
  return {
    count: newPosts.length,
    orMore: firstPage.nextCursor !== null && newPosts.length === firstPage.data.length,
  }
}

// Ids are time-ordered: comparing them compares ages.
function isWithinPage(id: string, { data, nextCursor }: FeedPage): boolean {
  const [first, last] = [data[0], data.at(-1)]
  if (!first || !last || id > first._id) return false
  return id > last._id || nextCursor === null
}
