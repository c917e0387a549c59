import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const GZIP_OPTIONS = { level: 6 }
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const COMPRESSION_THRESHOLD_BYTES = 1_024

/** Larger bodies are compressed on the thread pool, as they would block the event loop; for smaller ones the pool costs a tenth more. */
const SYNC_COMPRESSION_MAX_BYTES = 32 * 1024

const COMPRESSORS = {
  br: {
    compressSync: (body: Buffer) => brotliCompressSync(body, BROTLI_OPTIONS),
    compress: async (body: Buffer) => promisify(brotliCompress)(body, BROTLI_OPTIONS),
  },
  gzip: {
    compressSync: (body: Buffer) => gzipSync(body, GZIP_OPTIONS),
    compress: async (body: Buffer) => promisify(gzip)(body, GZIP_OPTIONS),
  },
}
type Encoding = keyof typeof COMPRESSORS

/** A reply body that is sent many times, with its ETag and its compressed forms. */
export class CachedReply {
  readonly body: Buffer
  readonly type: string
  readonly etag: string
  /** A small text as it is sent; the others are sent as bytes. */
  readonly smallText: string | undefined
  readonly #compressed = new Map<Encoding, Buffer>()
  readonly #pending = new Map<Encoding, Promise<Buffer>>()

  /** `etagSalt` is a header value that can change without the body; it is part of the ETag, as a 304 would keep the old one. */
  constructor(body: string | Buffer, type: string, etagSalt = '') {
    this.body = Buffer.from(body)
    this.type = type
    const isSmallText = typeof body === 'string' && this.body.length < COMPRESSION_THRESHOLD_BYTES
    this.smallText = isSmallText ? body : undefined
    this.etag = `W/"${createHash('sha1').update(this.body).update(etagSalt).digest('base64url')}"`
  }

  /** The compressed body; undefined if it is not ready, and too large to be compressed here. */
  getCompressed(encoding: Encoding): Buffer | undefined {
    const ready = this.#compressed.get(encoding)
    if (ready || this.body.length > SYNC_COMPRESSION_MAX_BYTES) return ready
    const compressed = COMPRESSORS[encoding].compressSync(this.body)
    this.#compressed.set(encoding, compressed)
    return compressed
  }

  /** Compresses on the thread pool, once for all concurrent requests. */
  async compressIn(encoding: Encoding): Promise<Buffer> {
    const pending = this.#pending.get(encoding) ?? COMPRESSORS[encoding].compress(this.body)
    this.#pending.set(encoding, pending)
    const compressed = await pending
    this.#compressed.set(encoding, compressed)
    return compressed
  }

  /** Compresses in every encoding ahead of the first request. */
  async compress(): Promise<void> {
    await Promise.all([this.compressIn('gzip'), this.compressIn('br')])
  }
}

const SUPPORTED_ENCODINGS = ['br', 'gzip', 'identity']
/** Browsers send few different headers, so results are cached; the limit bounds the memory that invented headers can use. */
const encodingByAcceptHeader = new LRUCache<string, string>({ max: 100 })

/** The best encoding that the client accepts by RFC 9110; `identity` if it accepts none of ours. */
export function negotiateEncoding(header = ''): string {
  const cached = encodingByAcceptHeader.get(header)
  if (cached !== undefined) return cached
  const encoding = negotiate(header.toLowerCase(), SUPPORTED_ENCODINGS) ?? 'identity'
  encodingByAcceptHeader.set(header, encoding)
  return encoding
}

/** Sends the cached body, or 304 if the client has it already. */
export function sendCachedReply(request: FastifyRequest, reply: FastifyReply, cached: CachedReply) {
  reply.header('etag', cached.etag)
  if (matchesEtag(request, cached)) return reply.code(304).send()
  reply.header('content-type', cached.type)
  // Node sends a text together with the headers in one write, which costs less than a write of two buffers.
  if (cached.body.length < COMPRESSION_THRESHOLD_BYTES)
    return reply.send(cached.smallText ?? cached.body)

  reply.header('vary', 'accept-encoding')
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  if (encoding !== 'br' && encoding !== 'gzip') return reply.send(cached.body)
  reply.header('content-encoding', encoding)
  const compressed = cached.getCompressed(encoding)
  if (compressed) return reply.send(compressed)
  // Sent when it is ready; Fastify waits for a reply that is returned and not yet sent.
  cached.compressIn(encoding).then(
    (body) => reply.send(body),
    (error: unknown) => reply.removeHeader('content-encoding').send(error),
  )
  return reply
}

/** If-None-Match may list several ETags, and a proxy may have turned a weak one into a strong one. */
function matchesEtag({ headers }: FastifyRequest, { etag }: CachedReply): boolean {
  return headers['if-none-match']?.includes(etag.slice('W/'.length)) ?? false
}
