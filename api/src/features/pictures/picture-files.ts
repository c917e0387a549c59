import { LRUCache } from 'lru-cache'
import { PendingReads } from '../../platform/db/caches/pending-reads.ts'
import { Refusal } from '../../platform/errors.ts'
import { OverloadedError, Semaphore } from '../../platform/semaphore.ts'
import { StorageUnavailableError, type FileStore } from '../../platform/storage/file-store.ts'
import { cacheHits, cacheMisses } from '../../platform/telemetry/cache-metrics.ts'

const CACHE_TTL_MS = 60 * 60_000
/** The memory that a cache entry takes beside its bytes and name. */
const CACHE_ENTRY_OVERHEAD_BYTES = 512
const FETCH_CONCURRENCY = 8
const FETCH_QUEUE_MAX = 200
const FETCH_QUEUE_TIMEOUT_MS = 5_000
const RETRY_SECONDS = 5

/** Of every reply with a picture: browsers show its bytes as a picture and never run them. */
export const PICTURE_HEADERS = {
  'content-type': 'image/webp',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Reads the files of pictures, from memory if cached. Who may see them is for the caller to check. */
export function createPictureFiles(files: FileStore, cacheMaxBytes: number) {
  const fetches = new Semaphore({
    concurrency: FETCH_CONCURRENCY,
    queueMax: FETCH_QUEUE_MAX,
    waitTimeoutMs: FETCH_QUEUE_TIMEOUT_MS,
  })
  const cache = new LRUCache<string, Buffer>({
    ttl: CACHE_TTL_MS,
    maxSize: cacheMaxBytes,
    sizeCalculation: (bytes, name) => bytes.length + name.length * 2 + CACHE_ENTRY_OVERHEAD_BYTES,
    noDeleteOnStaleGet: true,
  })
  const pending = new PendingReads<Buffer | null>()

  async function fetchFile(name: string): Promise<Buffer | null> {
    const bytes = await fetches
      .run(() => files.get(name))
      .catch((error: unknown) => {
        // While storage is down, the stale picture is served.
        const stale = cache.peek(name, { allowStale: true })
        if (stale) return stale
        throw error
      })
    if (bytes) cache.set(name, bytes)
    return bytes
  }

  return {
    /** Null if there is no such file. Refuses while storage is down and nothing is cached. */
    read: async (name: string): Promise<Buffer | null> => {
      const counts = cache.has(name) ? cacheHits : cacheMisses
      counts.picture += 1
      return (
        cache.get(name) ??
        (await pending.share(name, () => fetchFile(name)).catch(refuseUnavailable))
      )
    },
    forget: (name: string) => cache.delete(name),
  }
}

function refuseUnavailable(error: unknown): never {
  if (!(error instanceof StorageUnavailableError || error instanceof OverloadedError)) throw error
  throw new Refusal('unavailable', 'The picture cannot be shown right now', {
    retryAfterSeconds: RETRY_SECONDS,
  })
}
