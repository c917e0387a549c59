import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { requireFreshResponse } from './stored-response.ts'

const STALE_TIME_MS = 30_000
const RETRIES = 2

/** Transient errors, which are retried; other refusals would not change. */
const RETRYABLE_CODES: readonly ApiError['code'][] = ['network', 'unavailable', 'internal']

/** `onSignedOut`: called when a reply says that no member is signed in. */
export function createQueryClient(onSignedOut: () => void = () => undefined): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.code === 'not-signed-in') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME_MS,
        retry: (failures, error) =>
          failures < RETRIES &&
          navigator.onLine &&
          error instanceof ApiError &&
          RETRYABLE_CODES.includes(error.code),
        // Fetches offline too: the service worker answers with what it has stored, the rest fails at once.
        networkMode: 'always',
        refetchOnReconnect: 'always',
        // A page that has data accepts only a fresh response, because a stored one is never newer than the data.
        persister: (queryFn, context, query) => {
          const isFetchingMore = query.state.fetchMeta?.fetchMore !== undefined
          if (query.state.data !== undefined && !isFetchingMore)
            requireFreshResponse(context.signal)
          return queryFn(context)
        },
      },
      mutations: { networkMode: 'always' },
    },
  })
}
