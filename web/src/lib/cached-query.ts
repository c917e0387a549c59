import { notifyManager, QueryClientContext, type QueryKey } from '@tanstack/react-query'
import { use, useSyncExternalStore } from 'react'

/**
 * What is known under a key, without asking for it; `otherwise` while nothing is, during hydration, and on a page
 * that has no query client: see `lazy-query-client.ts`.
 */
export function useCachedQuery<T>(queryKey: QueryKey, otherwise: T): T {
  const client = use(QueryClientContext)
  return useSyncExternalStore(
    (listener) =>
      client?.getQueryCache().subscribe(notifyManager.batchCalls(listener)) ?? unsubscribeNothing,
    () => client?.getQueryData<T>(queryKey) ?? otherwise,
    () => otherwise,
  )
}

function unsubscribeNothing() {
  return undefined
}
