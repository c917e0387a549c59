import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { feed, feedRefresh, useShowNewest } from './data.ts'
import type { FeedFilter } from './feed-filter.ts'
import { arrivedSince, distinct } from './feed-pages.ts'

const NOTHING = { count: 0, orMore: false }

/** A list of posts that grows downwards as one reads and is kept true in place. */
export function useFeed(filter: FeedFilter, everyMs: number) {
  const client = useQueryClient()
  const list = useInfiniteQuery(feed(filter))
  const showNewest = useShowNewest(filter)
  const pages = distinct(list.data?.pages ?? [])
  const isChanging = list.isPlaceholderData
  const isShown = list.isSuccess && !isChanging
  const { data: head } = useQuery({
    ...feedRefresh(filter, { everyMs, pagesInView }),
    enabled: isShown,
    initialData: () => client.getQueryData(feed(filter).queryKey)?.pages[0],
    initialDataUpdatedAt: () => client.getQueryState(feed(filter).queryKey)?.dataUpdatedAt,
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
    arrived: canArrive ? arrivedSince(pages, head) : NOTHING,
    showArrived: () => void (head && showNewest(head)),
  }
}

export type Feed = ReturnType<typeof useFeed>

/** Cards say which page they came with; those that touch the screen count. */
function pagesInView(): number[] {
  const indices = new Set<number>()
  for (const card of document.querySelectorAll<HTMLElement>('[data-page]')) {
    const { top, bottom } = card.getBoundingClientRect()
    if (bottom > 0 && top < window.innerHeight) indices.add(Number(card.dataset['page']))
  }
  return [...indices]
}
