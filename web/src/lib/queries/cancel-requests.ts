import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Cancels the requests of queries, because their replies would be older than a change that was just made. A first load that is
 * canceled never ends by itself: it starts again for what is on the screen, or for those of it that pass `mayRestart`.
 */
export async function cancelRequests(
  client: QueryClient,
  filters: QueryFilters = {},
  mayRestart: (query: Query) => boolean = () => true,
): Promise<void> {
  await client.cancelQueries(filters)
  void client.refetchQueries({
    ...filters,
    type: 'active',
    predicate: (query) =>
      query.state.status === 'pending' &&
      query.state.fetchStatus === 'idle' &&
      (filters.predicate?.(query) ?? true) &&
      mayRestart(query),
  })
}
