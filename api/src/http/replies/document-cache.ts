import { LRUCache } from 'lru-cache'
import type { CachedReply } from './cached-reply.ts'

/**
 * Caches one document that all visitors share. One rendering serves all concurrent requests. While the database is down, the cached
 * document is served, however old; without one, the error is thrown.
 */
export function createDocumentCache(
  ttlMs: number,
  render: () => Promise<CachedReply>,
): () => Promise<CachedReply> {
  const cache = new LRUCache<'document', CachedReply>({
    max: 1,
    ttl: ttlMs,
    fetchMethod: render,
    noDeleteOnStaleGet: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  })
  // The cache answers nothing if the rendering fails and no older document is kept: the second rendering throws.
  return async () => (await cache.fetch('document')) ?? render()
}
