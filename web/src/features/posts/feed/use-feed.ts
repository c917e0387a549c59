import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { feedQuery, feedRefreshQuery, useShowNewest } from '../data.ts'
import type { FeedFilter } from './feed-filter.ts'
import { countNewPosts, removeDuplicatePosts } from './feed-pages.ts'

const NO_NEW_POSTS = { count: 0, orMore: false }

/** A list of posts with infinite scrolling that is refreshed in place. */
export function useFeed(filter: FeedFilter, intervalMs: number) {
  const client = useQueryClient()
  const list = useInfiniteQuery(feedQuery(filter))
  const showNewest = useShowNewest(filter)
  const pages = removeDuplicatePosts(list.data?.pages ?? [])
  const isChanging = list.isPlaceholderData
  const isLoaded = list.isSuccess && !isChanging
  const { data: firstPage } = useQuery({
    ...feedRefreshQuery(filter, { intervalMs, getVisiblePages }),
    enabled: isLoaded,
    initialData: () => client.getQueryData(feedQuery(filter).queryKey)?.pages[0],
    initialDataUpdatedAt: () => client.getQueryState(feedQuery(filter).queryKey)?.dataUpdatedAt,
  })
  const canHaveNewPosts = firstPage && isLoaded && filter.sort !== 'likes'

  return {
    pages,
    /** Whether the posts carry the viewer's own likes; a server-rendered page is the same for every visitor. */
    isPersonalized: list.dataUpdatedAt > 0 || isChanging,
    error: list.error,
    isLoading: list.isPending,
    /** Whether the posts belong to the previous filter, while those of the next one load. */
    isChanging,
    hasMore: list.hasNextPage && !isChanging,
    isLoadingMore: list.isFetchingNextPage,
    loadMoreFailed: list.isFetchNextPageError,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
    newPosts: canHaveNewPosts ? countNewPosts(pages, firstPage) : NO_NEW_POSTS,
    showNewPosts: () => void (firstPage && showNewest(firstPage)),
  }
}

export type Feed = ReturnType<typeof useFeed>

/** The indexes of the pages with a card on the screen, read from the `data-page` attributes. */
function getVisiblePages(): number[] {
  const indices = new Set<number>()
  for (const card of document.querySelectorAll<HTMLElement>('[data-page]')) {
    const { top, bottom } = card.getBoundingClientRect()
    if (bottom > 0 && top < window.innerHeight) indices.add(Number(card.dataset['page']))
  }
  return [...indices]
}
