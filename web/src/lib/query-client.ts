import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const FRESH_MS = 30_000
const RETRIES = 2

/** Failures that pass by themselves. A refusal stays a refusal however often it is asked. */
const PASSING: readonly ApiError['code'][] = ['network', 'unavailable', 'internal']

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) =>
          failures < RETRIES && error instanceof ApiError && PASSING.includes(error.code),
      },
    },
  })
}
