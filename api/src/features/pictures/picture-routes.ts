import { PICTURE_SIZES } from '@dolph/contract/pictures/pictures'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { cacheHits, cacheMisses } from '../../platform/telemetry/cache-metrics.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { PendingReads } from '../../platform/db/caches/pending-reads.ts'
import { StorageUnavailableError } from '../../platform/storage/file-store.ts'
import { OverloadedError, Semaphore } from '../../platform/semaphore.ts'
import { createPictureVisibilityCache } from './picture-visibility.ts'

const CACHE_MAX_BYTES = 32 * 1024 * 1024
const CACHE_TTL_MS = 60 * 60_000
/** The memory that a cache entry takes beside its bytes and name. */
const CACHE_ENTRY_OVERHEAD_BYTES = 512
const FETCH_CONCURRENCY = 8
const FETCH_QUEUE_MAX = 200
const FETCH_QUEUE_TIMEOUT_MS = 5_000
const RETRY_SECONDS = 5

const KEY_PATTERN = /^[A-Za-z0-9_-]{43}$/
const SQUARE_FILES = new Set(Object.values(PICTURE_SIZES).map((side) => `${side}.webp`))
/** A file of a picture of a post; one of other dimensions than its picture has is not in storage. */
const SIZED_FILE_PATTERN = /^[1-9]\d{0,3}x[1-9]\d{0,3}\.webp$/

const HEADERS = {
  'content-type': 'image/webp',
  // The picture at a URL never changes, so a browser fetches it once.
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** For those who may see the picture of a hidden post: no cache may keep it for others. */
const HIDDEN_HEADERS = { ...HEADERS, 'cache-control': 'private, no-store' }

interface Options extends Pick<Deps, 'db' | 'files'> {
  maySeeHidden: (request: FastifyRequest, uploaderId: string) => Promise<boolean>
}

/**
 * Serves stored pictures, from memory if cached. They are public: knowing the URL is enough, unless all posts that use a picture
 * are hidden. Whether a picture still exists is checked again every second, whatever is cached.
 */
export async function pictureRoutes(
  app: FastifyInstance,
  { db, files, maySeeHidden }: Options,
): Promise<void> {
  const visibilities = createPictureVisibilityCache(db)
  const fetches = new Semaphore({
    concurrency: FETCH_CONCURRENCY,
    queueMax: FETCH_QUEUE_MAX,
    waitTimeoutMs: FETCH_QUEUE_TIMEOUT_MS,
  })
  const cache = new LRUCache<string, Buffer>({
    ttl: CACHE_TTL_MS,
    maxSize: CACHE_MAX_BYTES,
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

  app.get<{ Params: { key: string; file: string } }>(
    '/pictures/:key/:file',
    { config: { access: 'public', limit: 'asset' }, schema: { hide: true } },
    async (request, reply) => {
      const { key, file } = request.params
      const isFileName = SQUARE_FILES.has(file) || SIZED_FILE_PATTERN.test(file)
      if (!isFileName || !KEY_PATTERN.test(key)) throw notFound()
      const name = `pictures/${key}/${file}`
      const counts = cache.has(name) ? cacheHits : cacheMisses
      counts.picture += 1
      const bytes =
        cache.get(name) ??
        (await pending.share(name, () => fetchFile(name)).catch(refuseUnavailable))
      // An invented key costs no query.
      if (!bytes) throw notFound()
      const visibility = await visibilities.fetch(key)
      if (!visibility || visibility.state === 'deleted') {
        cache.delete(name)
        throw notFound()
      }
      if (visibility.state === 'hidden') {
        if (!(await maySeeHidden(request, visibility.uploaderId))) throw notFound()
        return reply.headers(HIDDEN_HEADERS).send(bytes)
      }
      const etag = `"${key}-${file}"`
      reply.headers(HEADERS).header('etag', etag)
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.send(bytes)
    },
  )
}

function refuseUnavailable(error: unknown): never {
  if (!(error instanceof StorageUnavailableError || error instanceof OverloadedError)) throw error
  throw new Refusal('unavailable', 'The picture cannot be shown right now', {
    retryAfterSeconds: RETRY_SECONDS,
  })
}

function notFound(): Refusal {
  return new Refusal('not-found', 'Picture not found')
}
