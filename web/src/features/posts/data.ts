import { browsePosts, deletePost, readPost, type Post } from '@dolph/contract/posts/posts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { ApiError, isNotFound } from '../../lib/api/api-error.ts'
import type { FeedFilter } from './feed/feed-filter.ts'
import { mergeFreshPage, type FeedPage } from './feed/feed-pages.ts'
import { applyConfirmedChanges } from './confirmed-changes.ts'
import { updateCachedPost, findCachedPost, removeCachedPost } from './post-cache.ts'
import { getTimeZone } from './time-zone.ts'
import { cancelRequests } from '../../lib/queries/cancel-requests.ts'

/** Long enough for Back to restore the list and the scroll position in it. */
const FEED_CACHE_MS = 30 * 60_000
const POST_REFRESH_MS = 30_000

type FeedData = InfiniteData<FeedPage, string | null>

/** The pages of posts that match `filter`; the database filters and orders them. */
export const feedQuery = (filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'feed', filter],
    meta: { isPublic: true },
    queryFn: async ({ client, pageParam, signal }) => {
      const requestedAt = performance.now()
      return withConfirmedChanges(client, await fetchPage(filter, pageParam, signal), requestedAt)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    structuralSharing: (cached, next) =>
      keepNewerPages(cached as FeedData | undefined, next as FeedData),
    // `feedRefreshQuery` renews single pages; a refetch would request all pages at once.
    staleTime: Infinity,
    refetchOnReconnect: true,
    gcTime: FEED_CACHE_MS,
  })

interface FeedRefreshOptions {
  intervalMs: number
  /** Returns the indexes of the loaded pages that are on the screen. */
  getVisiblePages: () => number[]
}

/**
 * Refetches the first page and the pages on the screen at an interval, and updates the cached posts in place. Its data is
 * the current first page, from which new posts are counted.
 */
export const feedRefreshQuery = (
  filter: FeedFilter,
  { intervalMs, getVisiblePages }: FeedRefreshOptions,
) =>
  queryOptions({
    queryKey: ['posts', 'feed-refresh', filter],
    queryFn: async ({ client, signal }): Promise<FeedPage> => {
      const requestedAt = performance.now()
      const { queryKey } = feedQuery(filter)
      const pageCursors = client.getQueryData<FeedData>(queryKey)?.pageParams ?? []
      const firstPage = await fetchPage(filter, null, signal)
      const visibleIndexes = getVisiblePages().filter(
        (index) => index > 0 && index < pageCursors.length,
      )
      const visiblePages = await Promise.all(
        visibleIndexes.map((index) => fetchPage(filter, pageCursors[index] ?? null, signal)),
      )
      const fresh = [firstPage, ...visiblePages].map((page) =>
        withConfirmedChanges(client, page, requestedAt),
      )
      client.setQueryData(queryKey, (cached) => {
        if (!cached) return cached
        const sort = filter.sort ?? 'recent'
        return {
          ...cached,
          pages: fresh.reduce((pages, page) => mergeFreshPage(pages, page, sort), cached.pages),
        }
      })
      return fresh[0] ?? firstPage
    },
    staleTime: intervalMs,
    refetchInterval: intervalMs,
    retry: false,
  })

/** Returns a function that shows new posts: the list restarts with the page `firstPage`. */
export function useShowNewest(filter: FeedFilter) {
  const client = useQueryClient()
  const { queryKey } = feedQuery(filter)
  return async (firstPage: FeedPage) => {
    // A next page in flight would be appended to a list that no longer exists.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, { pages: [firstPage], pageParams: [null] })
  }
}

/** Discards a cached ranking by likes, so that choosing it again shows the current one. */
export function discardCachedRanking(client: QueryClient, filter: FeedFilter): void {
  if (filter.sort !== 'likes') return
  client.removeQueries({ queryKey: feedQuery(filter).queryKey, exact: true, type: 'inactive' })
}

/** One post: a copy from a cached list is shown at once, then the post is fetched and refreshed at an interval. */
export const postQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: async ({ signal }): Promise<Post> => {
      const requestedAt = performance.now()
      try {
        const { data } = await callEndpoint(readPost, { params: { id } }, signal)
        return applyConfirmedChanges(client, [data], requestedAt)[0] ?? data
      } catch (error) {
        if (isNotFound(error)) removeCachedPost(client, id)
        throw error
      }
    },
    initialData: () => findCachedPost(client, id),
    initialDataUpdatedAt: 0,
    // A post that is gone is not asked for again at an interval.
    refetchInterval: ({ state }) => (isNotFound(state.error) ? false : POST_REFRESH_MS),
  })

/** Shows a post as not found without asking the server, which has just replied so. */
export async function markPostNotFound(client: QueryClient, id: string): Promise<void> {
  const query = postQuery(client, id)
  // A request in flight may bring the post as it was.
  await client.cancelQueries(query)
  removeCachedPost(client, id)
  const queryFn = () => Promise.reject(new ApiError('not-found', 'Post not found'))
  await client.prefetchQuery({ ...query, queryFn, retry: false, staleTime: 0 })
}

/** Returns a function that sets a post's comment count after the member's own comment or deletion. */
export function useSetCommentCount(id: string) {
  const client = useQueryClient()
  return async (commentCount: number) => {
    // A refresh in flight may carry the old count.
    await cancelRequests(client, { queryKey: postQuery(client, id).queryKey })
    updateCachedPost(client, id, (post) => ({ ...post, commentCount }))
  }
}

export function useDeletePost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: deletePostOnce,
    onSuccess: async (_, id) => {
      // A list request in flight would bring the deleted post back.
      await cancelRequests(client, { queryKey: ['posts'] })
      removeCachedPost(client, id)
    },
    networkMode: 'always',
  })
}

/** A post that is already deleted counts as deleted by this call. */
async function deletePostOnce(id: string): Promise<{ redirect: string }> {
  try {
    return await callEndpoint(deletePost, { params: { id } })
  } catch (error) {
    if (isNotFound(error)) return { redirect: '/my-posts' }
    throw error
  }
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

function withConfirmedChanges(client: QueryClient, page: FeedPage, requestedAt: number): FeedPage {
  return { ...page, data: applyConfirmedChanges(client, page.data, requestedAt) }
}

/** Keeps the cached versions of earlier pages when a next page arrives: they may have been updated since its request. */
function keepNewerPages(cached: FeedData | undefined, next: FeedData): FeedData {
  const isNextPage = cached !== undefined && next.pages.length === cached.pages.length + 1
  const merged = isNextPage
    ? { ...next, pages: [...cached.pages, ...next.pages.slice(cached.pages.length)] }
    : next
  return replaceEqualDeep(cached, merged)
}
