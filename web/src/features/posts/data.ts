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
import { ApiError, call } from '../../lib/api.ts'
import type { FeedFilter } from './feed-filter.ts'
import { freshen, type FeedPage } from './feed-pages.ts'
import { withLikesHeard } from './likes.ts'
import { changePost, heldPost, removePost } from './post-cache.ts'
import { timeZone } from './time-zone.ts'

/** Long enough for Back to find the list, and its reader's place in it, as they were. */
const FEED_KEPT_MS = 30 * 60_000
const POST_REFRESH_MS = 30_000

type Feed = InfiniteData<FeedPage, string | null>

/** One page after another of what `filter` asks for; the database filters and orders. */
export const feed = (filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: ['posts', 'feed', filter],
    queryFn: async ({ client, pageParam, signal }) => {
      const askedAt = performance.now()
      return mended(client, await fetchPage(filter, pageParam, signal), askedAt)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    structuralSharing: (held, next) => withoutReturn(held as Feed | undefined, next as Feed),
    // Fetched anew by the refresh below, a page at a time: never all pages at once.
    staleTime: Infinity,
    refetchOnReconnect: true,
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
export const feedRefresh = (filter: FeedFilter, { everyMs, pagesInView }: Refresh) =>
  queryOptions({
    queryKey: ['posts', 'feed-head', filter],
    queryFn: async ({ client, signal }): Promise<FeedPage> => {
      const askedAt = performance.now()
      const { queryKey } = feed(filter)
      const starts = client.getQueryData<Feed>(queryKey)?.pageParams ?? []
      const head = await fetchPage(filter, null, signal)
      const others = pagesInView().filter((index) => index > 0 && index < starts.length)
      const shown = await Promise.all(
        others.map((index) => fetchPage(filter, starts[index] ?? null, signal)),
      )
      const fresh = [head, ...shown].map((page) => mended(client, page, askedAt))
      client.setQueryData(queryKey, (cached) => {
        if (!cached) return cached
        const sort = filter.sort ?? 'recent'
        return {
          ...cached,
          pages: fresh.reduce((pages, page) => freshen(pages, page, sort), cached.pages),
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
  const { queryKey } = feed(filter)
  return async (head: FeedPage) => {
    // A page that is on its way would follow a list that is no longer there.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, { pages: [head], pageParams: [null] })
  }
}

/** Whoever asks for the most liked means as of now: a ranking from before is not shown again. */
export function forgetRanking(client: QueryClient, filter: FeedFilter): void {
  if (filter.sort !== 'likes') return
  client.removeQueries({ queryKey: feed(filter).queryKey, exact: true, type: 'inactive' })
}

/** One post, shown at once if a list has it already, and kept true while it is read. */
export const onePost = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: async ({ signal }): Promise<Post> => {
      const askedAt = performance.now()
      try {
        const { data } = await call(readPost, { params: { id } }, signal)
        return withLikesHeard(client, [data], askedAt)[0] ?? data
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not-found') removePost(client, id)
        throw error
      }
    },
    initialData: () => heldPost(client, id),
    initialDataUpdatedAt: 0,
    refetchInterval: POST_REFRESH_MS,
  })

/** Puts right how many comments a post has, for something that its reader did. */
export function useSetCommentCount(id: string) {
  const client = useQueryClient()
  return async (commentCount: number) => {
    // A refresh that is on its way may not have seen it.
    await client.cancelQueries({ queryKey: onePost(client, id).queryKey })
    changePost(client, id, (post) => ({ ...post, commentCount }))
  }
}

export function useDeletePost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deletePost, { params: { id } }),
    onSuccess: async (_, id) => {
      // A list that was asked for before would bring it back.
      await client.cancelQueries({ queryKey: ['posts'] })
      removePost(client, id)
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
    ...(filter.range && { tz: timeZone() }),
    ...(cursor && { cursor }),
  }
  return call(browsePosts, { querystring }, signal)
}

function mended(client: QueryClient, page: FeedPage, askedAt: number): FeedPage {
  return { ...page, data: withLikesHeard(client, page.data, askedAt) }
}

/** A next page comes with the pages before it as they were when it was asked for: those held now are newer. */
function withoutReturn(held: Feed | undefined, next: Feed): Feed {
  const isNextPage = held !== undefined && next.pages.length === held.pages.length + 1
  const merged = isNextPage
    ? { ...next, pages: [...held.pages, ...next.pages.slice(held.pages.length)] }
    : next
  return replaceEqualDeep(held, merged)
}
