import { notifyManager, QueryClientContext, type QueryKey } from '@tanstack/react-query'
import { use, useSyncExternalStore } from 'react'

/**
 * Reads a query from the cache without fetching it. Returns `fallback` if it is not cached, during hydration, and on a
 * page without a query client: see `lazy-query-client.ts`.
 */
export function useCachedQuery<T>(queryKey: QueryKey, fallback: T): T {
  const client = use(QueryClientContext)
  return useSyncExternalStore(
    (listener) =>
      client?.getQueryCache().subscribe(notifyManager.batchCalls(listener)) ?? unsubscribeNothing,
    () => client?.getQueryData<T>(queryKey) ?? fallback,
    () => fallback,
  )
}

function unsubscribeNothing() {
  return undefined
}
