import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { requireFreshResponse } from '../api/stored-response.ts'

const STALE_TIME_MS = 30_000
const RETRIES = 2
/** Longer waits are left to the member: the page shows the error and how to try again. */
const RETRY_AFTER_MAX_SECONDS = 10
const RETRY_STEP_MS = 1_000

/** Transient errors, which are retried; other refusals would not change. */
const RETRYABLE_CODES: readonly ApiError['code'][] = ['network', 'internal']

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
        retry: shouldRetry,
        retryDelay: getRetryDelay,
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

/** The rule for every query; those with a rule of their own follow it where the server asks for patience. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (!navigator.onLine || !(error instanceof ApiError)) return false
  // One more request, after the time that the server has named: a slow search that is repeated keeps it busy.
  if (error.code === 'unavailable' || error.code === 'too-many-requests') {
    return failures === 0 && (error.retryAfterSeconds ?? 0) <= RETRY_AFTER_MAX_SECONDS
  }
  return failures < RETRIES && RETRYABLE_CODES.includes(error.code)
}

/** As long as the server asks for, otherwise 1 and 2 seconds. */
export function getRetryDelay(failures: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
  return seconds === undefined ? RETRY_STEP_MS * 2 ** failures : seconds * 1_000
}
