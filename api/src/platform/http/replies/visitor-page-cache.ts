import { ReadCache } from '../../db/caches/read-cache.ts'
import { cacheHits, cacheMisses, type CacheName } from '../../telemetry/cache-metrics.ts'
import type { CachedReply } from './cached-reply.ts'

/** How long all visitors get the same cached page. */
const PAGE_TTL_MS = 1_000
const PAGES_MAX_BYTES = 64 * 1024 * 1024
/** What an empty page takes in the cache. */
const PAGE_OVERHEAD_BYTES = 1_024

/** Caches the pages of visitors by URL. One query serves all concurrent requests for a page that is not cached. */
export function createVisitorPageCache<Query>(
  name: CacheName,
  readPage: (query: Query) => Promise<CachedReply>,
) {
  const pages = new ReadCache<CachedReply, Query>({
    ttlMs: PAGE_TTL_MS,
    maxBytes: PAGES_MAX_BYTES,
    measureBytes: (page, key) => page.body.length * 2 + key.length * 2 + PAGE_OVERHEAD_BYTES,
    read: async (query) => {
      cacheMisses[name] += 1
      return readPage(query)
    },
  })

  return {
    getCached(url: string): CachedReply | undefined {
      const page = pages.get(url)
      if (page) cacheHits[name] += 1
      return page
    },
    fetchPage: async (url: string, query: Query): Promise<CachedReply> => pages.fetch(url, query),
  }
}
