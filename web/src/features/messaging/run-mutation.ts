import type { QueryClient } from '@tanstack/react-query'

/** A call that no component waits for. It fails at once where it cannot be made, and it is noticed if the session has ended. */
export function runMutation<T>(client: QueryClient, deed: () => Promise<T>): Promise<T> {
  return client
    .getMutationCache()
    .build<T, Error, void, unknown>(client, {
      mutationFn: deed,
      networkMode: 'always',
      retry: false,
      gcTime: 0,
    })
    .execute(undefined)
}
