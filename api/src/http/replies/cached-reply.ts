import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const GZIP_OPTIONS = { level: 6 }
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A reply body that is sent many times, with its ETag and its compressed forms. */
export class CachedReply {
  readonly body: Buffer
  readonly type: string
  readonly etag: string
  #gzip: Buffer | undefined
  #brotli: Buffer | undefined

  /** `etagSalt` is a header value that can change without the body; it is part of the ETag, as a 304 would keep the old one. */
  constructor(body: string | Buffer, type: string, etagSalt = '') {
    this.body = Buffer.from(body)
    this.type = type
    this.etag = `W/"${createHash('sha1').update(this.body).update(etagSalt).digest('base64url')}"`
  }

  get gzip(): Buffer {
    return (this.#gzip ??= gzipSync(this.body, GZIP_OPTIONS))
  }

  get brotli(): Buffer {
    return (this.#brotli ??= brotliCompressSync(this.body, BROTLI_OPTIONS))
  }

  /** Compresses ahead of time on the thread pool: compressing a large body on its first request would block the event loop. */
  async compress(): Promise<void> {
    ;[this.#gzip, this.#brotli] = await Promise.all([
      promisify(gzip)(this.body, GZIP_OPTIONS),
      promisify(brotliCompress)(this.body, BROTLI_OPTIONS),
    ])
  }
}

const SUPPORTED_ENCODINGS = ['br', 'gzip', 'identity']
/** Browsers send few different headers, so results are cached; the limit bounds the memory that invented headers can use. */
const encodingByAcceptHeader = new LRUCache<string, string>({ max: 100 })

/** The best encoding that the client accepts by RFC 9110; `identity` if it accepts none of ours. */
function negotiateEncoding(header = ''): string {
  const cached = encodingByAcceptHeader.get(header)
  if (cached !== undefined) return cached
  const encoding = negotiate(header.toLowerCase(), SUPPORTED_ENCODINGS) ?? 'identity'
  encodingByAcceptHeader.set(header, encoding)
  return encoding
}

const COMPRESSION_THRESHOLD_BYTES = 1_024

/** Sends the cached body, or 304 if the client has it already. */
export function sendCachedReply(request: FastifyRequest, reply: FastifyReply, cached: CachedReply) {
  reply.header('etag', cached.etag)
  if (matchesEtag(request, cached)) return reply.code(304).send()
  reply.header('content-type', cached.type)
  if (cached.body.length < COMPRESSION_THRESHOLD_BYTES) return reply.send(cached.body)

  reply.header('vary', 'accept-encoding')
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  if (encoding === 'br') return reply.header('content-encoding', 'br').send(cached.brotli)
  if (encoding === 'gzip') return reply.header('content-encoding', 'gzip').send(cached.gzip)
  return reply.send(cached.body)
}

/** If-None-Match may list several ETags, and a proxy may have turned a weak one into a strong one. */
function matchesEtag({ headers }: FastifyRequest, { etag }: CachedReply): boolean {
  return headers['if-none-match']?.includes(etag.slice('W/'.length)) ?? false
}
