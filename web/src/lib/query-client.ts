import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { requireFreshResponse } from './stored-response.ts'

const STALE_TIME_MS = 30_000
const RETRIES = 2

/** Failures that pass by themselves. A refusal stays a refusal however often it is asked. */
const RETRYABLE_CODES: readonly ApiError['code'][] = ['network', 'unavailable', 'internal']

/** `onSignedOut`: some call was answered that nobody is signed in. */
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
        // Asked without a connection too: what was seen before is answered by the worker, the rest fails at once.
        networkMode: 'always',
        refetchOnReconnect: 'always',
        // What a page holds is never older than what is stored, so it waits for something fresh.
        persister: (queryFn, context, query) => {
          const isReadingOn = query.state.fetchMeta?.fetchMore !== undefined
          if (query.state.data !== undefined && !isReadingOn) requireFreshResponse(context.signal)
          return queryFn(context)
        },
      },
      mutations: { networkMode: 'always' },
    },
  })
}
