import { browsePosts } from '@dolph/contract/posts'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { FeedFilter } from './feed-filter.ts'
import { freshen, type FeedPage } from './feed-pages.ts'

/** Long enough for Back to find the list, and its reader's place in it, as they were. */
const FEED_KEPT_MS = 30 * 60_000

/** One page after another of what `filter` asks for; the database filters and orders. */
export const feed = (filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'feed', filter],
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Fetched anew by the refresh below, a page at a time: never all pages at once.
    staleTime: Infinity,
    gcTime: FEED_KEPT_MS,
  })

interface Refresh {
  everyMs: number
  /** Which of the loaded pages are on the screen just now. */
  pagesInView: () => number[]
}

/**
 * Looks every so often at the first page and at the pages on the screen. Counters are brought up to date
 * where they stand; the answer is the first page as it is now, for whoever counts what has arrived.
 */
export const feedRefresh = (
  client: QueryClient,
  filter: FeedFilter,
  { everyMs, pagesInView }: Refresh,
) =>
  queryOptions({
    queryKey: ['posts', 'feed-head', filter],
    queryFn: async ({ signal }): Promise<FeedPage> => {
      const { queryKey } = feed(filter)
      const loaded = client.getQueryData<InfiniteData<FeedPage, string | null>>(queryKey)
      const starts = loaded?.pageParams ?? []
      const head = await fetchPage(filter, null, signal)
      const others = pagesInView().filter((index) => index > 0 && index < starts.length)
      const shown = await Promise.all(
        others.map((index) => fetchPage(filter, starts[index] ?? null, signal)),
      )
      client.setQueryData(queryKey, (cached) => {
        if (!cached) return cached
        return { ...cached, pages: [head, ...shown].reduce(freshen, cached.pages) }
      })
      return head
    },
    staleTime: everyMs,
    refetchInterval: everyMs,
    retry: false,
  })

/** Puts what has arrived on the screen: the list starts anew from `head`. */
export function useShowNewest(filter: FeedFilter) {
  const client = useQueryClient()
  return (head: FeedPage) =>
    client.setQueryData(feed(filter).queryKey, { pages: [head], pageParams: [null] })
}

async function fetchPage(filter: FeedFilter, cursor: string | null, signal: AbortSignal) {
  return call(browsePosts, { querystring: { ...filter, ...(cursor && { cursor }) } }, signal)
}
