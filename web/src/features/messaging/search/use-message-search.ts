import { useInfiniteQuery } from '@tanstack/react-query'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'
import { messagesKey } from '../query-keys.ts'
import { useMessagingClient } from '../use-messaging-client.ts'
import { searchConversation } from './search-conversation.ts'
import type { FoundMessage, SearchTarget } from './search-target.ts'

const SEARCH_DEBOUNCE_MS = 300

interface MessageSearchResult {
  /** Newest first. */
  matches: FoundMessage[]
  isPending: boolean
  failure: string | null
  hasMore: boolean
  /** Loads the next page, or retries the search that failed. */
  loadMore: () => void
}

/** Searches the whole conversation on the server, also messages that are not loaded here. */
export function useMessageSearch(target: SearchTarget, q: string): MessageSearchResult {
  const { me } = useMessagingClient()
  const term = q.trim()
  const debouncedTerm = useDebouncedValue(term, SEARCH_DEBOUNCE_MS)
  const isEnabled = debouncedTerm !== '' && term !== ''

  const { data, isFetching, isError, error, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [...messagesKey(me), 'search', target.key, debouncedTerm],
      queryFn: ({ pageParam, signal }) =>
        searchConversation(target, debouncedTerm, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      enabled: isEnabled,
      networkMode: 'always',
      // Always stale: new messages may match by the time the search is opened again.
      staleTime: 0,
      gcTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    })

  return {
    matches: isEnabled ? (data?.pages.flatMap(({ messages }) => messages) ?? []) : [],
    isPending: term !== '' && (term !== debouncedTerm || isFetching),
    failure: isEnabled && isError ? getErrorMessage(error, 'Failed to search messages') : null,
    hasMore: isEnabled && hasNextPage,
    loadMore: () => {
      if (isFetching) return
      if (hasNextPage) void fetchNextPage()
      else if (isError) void refetch()
    },
  }
}
