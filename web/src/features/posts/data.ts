import { browsePosts, deletePost, readPost, type Post } from '@dolph/contract/posts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { ApiError, callEndpoint } from '../../lib/api.ts'
import type { FeedFilter } from './feed-filter.ts'
import { mergeFreshPage, type FeedPage } from './feed-pages.ts'
import { applyConfirmedLikes } from './like-intent.ts'
import { updateCachedPost, findCachedPost, removeCachedPost } from './post-cache.ts'
import { getTimeZone } from './time-zone.ts'

/** Long enough for Back to find the list, and its reader's place in it, as they were. */
const FEED_CACHE_MS = 30 * 60_000
const POST_REFRESH_MS = 30_000

type FeedData = InfiniteData<FeedPage, string | null>

/** One page after another of what `filter` asks for; the database filters and orders. */
export const feedQuery = (filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'feed', filter],
    queryFn: async ({ client, pageParam, signal }) => {
      const askedAt = performance.now()
      return withConfirmedLikes(client, await fetchPage(filter, pageParam, signal), askedAt)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    structuralSharing: (held, next) =>
      keepNewerPages(held as FeedData | undefined, next as FeedData),
    // Fetched anew by the refresh below, a page at a time: never all pages at once.
    staleTime: Infinity,
    refetchOnReconnect: true,
    gcTime: FEED_CACHE_MS,
  })

interface FeedRefreshOptions {
  everyMs: number
  /** Which of the loaded pages are on the screen just now. */
  pagesInView: () => number[]
}

/**
 * Looks every so often at the first page and at the pages on the screen. Counters are brought up to date
 * where they stand; the answer is the first page as it is now, for whoever counts what has arrived.
 */
export const feedRefreshQuery = (
  filter: FeedFilter,
  { everyMs, pagesInView }: FeedRefreshOptions,
) =>
  queryOptions({
    queryKey: ['posts', 'feed-head', filter],
    queryFn: async ({ client, signal }): Promise<FeedPage> => {
      const askedAt = performance.now()
      const { queryKey } = feedQuery(filter)
      const starts = client.getQueryData<FeedData>(queryKey)?.pageParams ?? []
      const head = await fetchPage(filter, null, signal)
      const others = pagesInView().filter((index) => index > 0 && index < starts.length)
      const shown = await Promise.all(
        others.map((index) => fetchPage(filter, starts[index] ?? null, signal)),
      )
      const fresh = [head, ...shown].map((page) => withConfirmedLikes(client, page, askedAt))
      client.setQueryData(queryKey, (cached) => {
        if (!cached) return cached
        const sort = filter.sort ?? 'recent'
        return {
          ...cached,
          pages: fresh.reduce((pages, page) => mergeFreshPage(pages, page, sort), cached.pages),
        }
      })
      return fresh[0] ?? head
    },
    staleTime: everyMs,
    refetchInterval: everyMs,
    retry: false,
  })

/** Puts what has arrived on the screen: the list starts anew from `head`. */
export function useShowNewest(filter: FeedFilter) {
  const client = useQueryClient()
  const { queryKey } = feedQuery(filter)
  return async (head: FeedPage) => {
    // A page that is on its way would follow a list that is no longer there.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, { pages: [head], pageParams: [null] })
  }
}

/** Whoever asks for the most liked means as of now: a ranking from before is not shown again. */
export function discardCachedRanking(client: QueryClient, filter: FeedFilter): void {
  if (filter.sort !== 'likes') return
  client.removeQueries({ queryKey: feedQuery(filter).queryKey, exact: true, type: 'inactive' })
}

/** One post, shown at once if a list has it already, and kept true while it is read. */
export const postQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: async ({ signal }): Promise<Post> => {
      const askedAt = performance.now()
      try {
        const { data } = await callEndpoint(readPost, { params: { id } }, signal)
        return applyConfirmedLikes(client, [data], askedAt)[0] ?? data
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') removeCachedPost(client, id)
        throw error
      }
    },
    initialData: () => findCachedPost(client, id),
    initialDataUpdatedAt: 0,
    refetchInterval: POST_REFRESH_MS,
  })

/** Puts right how many comments a post has, for something that its reader did. */
export function useSetCommentCount(id: string) {
  const client = useQueryClient()
  return async (commentCount: number) => {
    // A refresh that is on its way may not have seen it.
    await client.cancelQueries({ queryKey: postQuery(client, id).queryKey })
    updateCachedPost(client, id, (post) => ({ ...post, commentCount }))
  }
}

export function useDeletePost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callEndpoint(deletePost, { params: { id } }),
    onSuccess: async (_, id) => {
      // A list that was asked for before would bring it back.
      await client.cancelQueries({ queryKey: ['posts'] })
      removeCachedPost(client, id)
    },
    networkMode: 'always',
  })
}

async function fetchPage(
  { scope, ...filter }: FeedFilter,
  cursor: string | null,
  signal: AbortSignal,
) {
  const querystring = {
    ...filter,
    ...(filter.q && { scope }),
    ...(filter.range && { tz: getTimeZone() }),
    ...(cursor && { cursor }),
  }
  return callEndpoint(browsePosts, { querystring }, signal)
}

function withConfirmedLikes(client: QueryClient, page: FeedPage, askedAt: number): FeedPage {
  return { ...page, data: applyConfirmedLikes(client, page.data, askedAt) }
}

/** A next page comes with the pages before it as they were when it was asked for: those held now are newer. */
function keepNewerPages(held: FeedData | undefined, next: FeedData): FeedData {
  const isNextPage = held !== undefined && next.pages.length === held.pages.length + 1
  const merged = isNextPage
    ? { ...next, pages: [...held.pages, ...next.pages.slice(held.pages.length)] }
    : next
  return replaceEqualDeep(held, merged)
}
