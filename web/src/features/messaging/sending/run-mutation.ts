import type { QueryClient } from '@tanstack/react-query'

/**
 * Runs a request outside of components. It goes through the mutation cache, whose error handler notices a session that has
 * ended, and fails at once when offline.
 */
export function runMutation<T>(client: QueryClient, request: () => Promise<T>): Promise<T> {
  return client
    .getMutationCache()
    .build<T, Error, void, unknown>(client, {
      mutationFn: request,
      networkMode: 'always',
      retry: false,
      gcTime: 0,
    })
    .execute(undefined)
}
