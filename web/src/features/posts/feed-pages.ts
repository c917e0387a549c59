import type { browsePosts, Post, Sort } from '@dolph/contract/posts'
import type { ReplyOf } from '@dolph/contract/endpoint'

export type FeedPage = ReplyOf<typeof browsePosts>

/**
 * The pages with everything that `fresh` knows better: newer counters, and posts that are gone.
 * `fresh` was fetched from where one of the pages starts. Among the newest it is complete between its
 * first and last post; among the most liked, what is missing may only have changed its rank.
 */
export function mergeFreshPage(pages: FeedPage[], fresh: FeedPage, sort: Sort): FeedPage[] {
  const known = new Map(fresh.data.map((post) => [post._id, post]))
  const isGone = ({ _id }: Post) => sort === 'recent' && !known.has(_id) && isWithinPage(_id, fresh)
  return pages.map((page) => ({
    ...page,
    data: page.data.filter((post) => !isGone(post)).map((post) => known.get(post._id) ?? post),
  }))
}

/** Each post once, where it came first: one that lost rank between two pages comes with both. */
export function removeDuplicatePosts(pages: FeedPage[]): FeedPage[] {
  const seen = new Set<string>()
  return pages.map((page) => ({
    ...page,
    data: page.data.filter(({ _id }) => !seen.has(_id) && seen.add(_id)),
  }))
}

/** How many posts arrived since `pages` was read, judged by `head`, the newest page as it is now. */
export function countNewPosts(
  pages: FeedPage[],
  head: FeedPage,
): { count: number; orMore: boolean } {
  const newest = pages[0]?.data[0]
  const arrived = head.data.filter((post) => newest === undefined || post._id > newest._id)
  return {
    count: arrived.length,
    orMore: head.nextCursor !== null && arrived.length === head.data.length,
  }
}

// Ids are time-ordered: comparing them compares ages.
function isWithinPage(id: string, { data, nextCursor }: FeedPage): boolean {
  const [first, last] = [data[0], data.at(-1)]
  if (!first || !last || id > first._id) return false
  return id > last._id || nextCursor === null
}
