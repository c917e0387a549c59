import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const FRESH_MS = 30_000
const RETRIES = 2

/** Failures that pass by themselves. A refusal stays a refusal however often it is asked. */
const PASSING: readonly ApiError['code'][] = ['network', 'unavailable', 'internal']

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
        staleTime: FRESH_MS,
        retry: (failures, error) =>
          failures < RETRIES && error instanceof ApiError && PASSING.includes(error.code),
      },
    },
  })
}
