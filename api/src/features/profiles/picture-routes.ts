import { PICTURE_SIZES, type PictureSize } from '@dolph/contract/pictures'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { pictureFile } from '../../files/pictures.ts'
import { StorageDown } from '../../files/store.ts'
import { QueueFullError, Semaphore } from '../../semaphore.ts'

const HELD_MAX_BYTES = 32 * 1024 * 1024
const HELD_MS = 60 * 60_000
/** What even a tiny picture takes, with its place in the cache. */
const OVERHEAD_BYTES = 512
const FETCHES_AT_ONCE = 8
const FETCHES_WAITING = 200
const PATIENCE_MS = 5_000
const RETRY_SECONDS = 5

const KEY = /^[A-Za-z0-9_-]{43}$/
const SIZES = new Map<string, PictureSize>([
  [`${PICTURE_SIZES.large}.webp`, 'large'],
  [`${PICTURE_SIZES.small}.webp`, 'small'],
])

const HEADERS = {
  'content-type': 'image/webp',
  // An address never shows anything else, so it is asked for once.
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Serves the pictures we made, from memory where it can. They are for everybody who knows the address. */
export async function pictureRoutes(app: FastifyInstance, { files }: Deps): Promise<void> {
  const fetches = new Semaphore({
    concurrency: FETCHES_AT_ONCE,
    queueMax: FETCHES_WAITING,
    waitTimeoutMs: PATIENCE_MS,
  })
  const held = new LRUCache<string, Buffer>({
    ttl: HELD_MS,
    maxSize: HELD_MAX_BYTES,
    sizeCalculation: (bytes, name) => bytes.length + name.length * 2 + OVERHEAD_BYTES,
    // However many ask at once for a picture that is not here, it is fetched once.
    fetchMethod: async (name, stale) => {
      try {
        return (await fetches.run(() => files.get(name))) ?? undefined
      } catch (error) {
        // While storage is away, people see what was there.
        if (stale) return stale
        throw error
      }
    },
  })

  app.get<{ Params: { key: string; file: string } }>(
    '/pictures/:key/:file',
    { config: { access: 'public', limit: 'asset' }, schema: { hide: true } },
    async (request, reply) => {
      const { key, file } = request.params
      const size = SIZES.get(file)
      if (!size || !KEY.test(key)) throw notFound()
      const etag = `"${key}-${size}"`
      if (request.headers['if-none-match']?.includes(etag)) {
        return reply.code(304).headers(HEADERS).header('etag', etag).send()
      }
      const bytes = await held.fetch(pictureFile(key, size)).catch((error: unknown) => {
        if (!(error instanceof StorageDown || error instanceof QueueFullError)) throw error
        throw new Refusal('unavailable', 'The picture cannot be shown right now', {
          retryAfterSeconds: RETRY_SECONDS,
        })
      })
      if (!bytes) throw notFound()
      return reply.headers(HEADERS).header('etag', etag).send(bytes)
    },
  )
}

function notFound(): Refusal {
  return new Refusal('not-found', 'Picture not found')
}
