import { defineCounts } from './process-metrics.ts'

const CACHES = ['feed', 'roles', 'browse-document', 'picture'] as const
export type CacheName = (typeof CACHES)[number]

export const cacheHits = defineCounts({
  name: 'cache_hits_total',
  help: 'Requests that a cache of this process answered',
  label: 'cache',
  values: CACHES,
})

export const cacheMisses = defineCounts({
  name: 'cache_misses_total',
  help: 'Requests for which a cache of this process had to be filled',
  label: 'cache',
  values: CACHES,
})
