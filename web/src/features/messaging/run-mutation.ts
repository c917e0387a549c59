import type { QueryClient } from '@tanstack/react-query'

/** Runs a request outside of components through the mutation cache, whose error handler notices a session that has ended. */
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
