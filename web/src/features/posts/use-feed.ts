import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { feed, feedRefresh, useShowNewest } from './data.ts'
import type { FeedFilter } from './feed-filter.ts'
import { arrivedSince } from './feed-pages.ts'

const NOTHING = { count: 0, orMore: false }

/** A list of posts that grows downwards as one reads and is kept true in place. */
export function useFeed(filter: FeedFilter, everyMs: number) {
  const client = useQueryClient()
  const list = useInfiniteQuery(feed(filter))
  const showNewest = useShowNewest(filter)
  const pages = list.data?.pages ?? []
  const { data: head } = useQuery({
    ...feedRefresh(client, filter, { everyMs, pagesInView }),
    enabled: list.isSuccess,
    initialData: () => client.getQueryData(feed(filter).queryKey)?.pages[0],
    initialDataUpdatedAt: list.dataUpdatedAt,
  })

  return {
    pages,
    error: list.error,
    isLoading: list.isPending,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMoreFailed: list.isFetchNextPageError,
    loadMore: () => void list.fetchNextPage(),
    arrived: head && list.isSuccess ? arrivedSince(pages, head) : NOTHING,
    showArrived: () => {
      if (head) showNewest(head)
      window.scrollTo({ top: 0 })
    },
  }
}

/** Cards say which page they came with; those that touch the screen count. */
function pagesInView(): number[] {
  const indices = new Set<number>()
  for (const card of document.querySelectorAll<HTMLElement>('[data-page]')) {
    const { top, bottom } = card.getBoundingClientRect()
    if (bottom > 0 && top < window.innerHeight) indices.add(Number(card.dataset['page']))
  }
  return [...indices]
}
