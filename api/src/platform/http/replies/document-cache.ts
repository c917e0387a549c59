import { ReadCache } from '../../db/caches/read-cache.ts'
import type { CachedReply } from './cached-reply.ts'

/** Caches one document that all visitors share. One rendering serves all concurrent requests. */
export function createDocumentCache(
  ttlMs: number,
  render: () => Promise<CachedReply>,
): () => Promise<CachedReply> {
  const cache = new ReadCache({ maxEntries: 1, ttlMs, read: render })
  return async () => cache.fetch('document', 'document')
}
