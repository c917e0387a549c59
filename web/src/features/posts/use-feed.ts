import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { feedQuery, feedRefreshQuery, useShowNewest } from './data.ts'
import type { FeedFilter } from './feed-filter.ts'
import { countNewPosts, removeDuplicatePosts } from './feed-pages.ts'

const NO_NEW_POSTS = { count: 0, orMore: false }

/** A list of posts that grows downwards as one reads and is kept true in place. */
export function useFeed(filter: FeedFilter, everyMs: number) {
  const client = useQueryClient()
  const list = useInfiniteQuery(feedQuery(filter))
  const showNewest = useShowNewest(filter)
  const pages = removeDuplicatePosts(list.data?.pages ?? [])
  const isChanging = list.isPlaceholderData
  const isShown = list.isSuccess && !isChanging
  const { data: head } = useQuery({
    ...feedRefreshQuery(filter, { everyMs, pagesInView: getVisiblePages }),
    enabled: isShown,
    initialData: () => client.getQueryData(feedQuery(filter).queryKey)?.pages[0],
    initialDataUpdatedAt: () => client.getQueryState(feedQuery(filter).queryKey)?.dataUpdatedAt,
  })
  const canArrive = head && isShown && filter.sort !== 'likes'

  return {
    pages,
    /** Not so on a page that came with the document: it is every visitor's. */
    isOwnView: list.dataUpdatedAt > 0 || isChanging,
    error: list.error,
    isLoading: list.isPending,
    /** What is shown answers the question before; the next answer is on its way. */
    isChanging,
    hasMore: list.hasNextPage && !isChanging,
    isLoadingMore: list.isFetchingNextPage,
    loadMoreFailed: list.isFetchNextPageError,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
    arrived: canArrive ? countNewPosts(pages, head) : NO_NEW_POSTS,
    showArrived: () => void (head && showNewest(head)),
  }
}

export type Feed = ReturnType<typeof useFeed>

/** Cards say which page they came with; those that touch the screen count. */
function getVisiblePages(): number[] {
  const indices = new Set<number>()
  for (const card of document.querySelectorAll<HTMLElement>('[data-page]')) {
    const { top, bottom } = card.getBoundingClientRect()
    if (bottom > 0 && top < window.innerHeight) indices.add(Number(card.dataset['page']))
  }
  return [...indices]
}
