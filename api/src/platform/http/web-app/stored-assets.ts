import { extname } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import { PendingReads } from '../../db/caches/pending-reads.ts'
import { Semaphore } from '../../semaphore.ts'
import { CachedReply } from '../replies/cached-reply.ts'

const NAME_PATTERN = /^[\w-]{1,80}\.(?:js|css|woff2|wav)$/
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
}
const MEMORY_MAX_BYTES = 64 * 1024 * 1024
/** A body and its compressed forms. */
const SIZE_FACTOR = 2
const MISSING_MAX = 1_000
const MISSING_TTL_MS = 10_000
const CONCURRENCY = 8
const QUEUE_MAX = 64

/**
 * Assets of other releases, which `migrate` copied into storage. During an upgrade, and for pages opened before it, a browser asks this
 * process for files that only another release has.
 */
export class StoredAssets {
  readonly #files: Deps['files']
  readonly #assets = new LRUCache<string, CachedReply>({
    maxSize: MEMORY_MAX_BYTES,
    sizeCalculation: ({ body }) => Math.max(1, body.length * SIZE_FACTOR),
  })
  readonly #missing = new LRUCache<string, true>({ max: MISSING_MAX, ttl: MISSING_TTL_MS })
  readonly #pending = new PendingReads<CachedReply | null>()
  /** Invented names must not fill the connections to storage. */
  readonly #semaphore = new Semaphore({ concurrency: CONCURRENCY, queueMax: QUEUE_MAX })

  constructor(files: Deps['files']) {
    this.#files = files
  }

  /** Null if there is no such asset, or storage cannot be asked. */
  async read(name: string): Promise<CachedReply | null> {
    if (!NAME_PATTERN.test(name) || this.#missing.has(name)) return null
    const cached = this.#assets.get(name)
    if (cached) return cached
    // One call of storage for all requests at the same time.
    return this.#pending.share(name, () => this.#fetch(name))
  }

  async #fetch(name: string): Promise<CachedReply | null> {
    try {
      const body = await this.#semaphore.run(() => this.#files.get(`assets/${name}`))
      if (!body) {
        this.#missing.set(name, true)
        return null
      }
      const asset = new CachedReply(body, TYPES[extname(name)] ?? '')
      this.#assets.set(name, asset)
      return asset
    } catch {
      // Storage is away or too busy: the browser loads the page again, with assets of this release.
      return null
    }
  }
}
