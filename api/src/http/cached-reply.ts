import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

const GZIP_OPTIONS = { level: 6 }
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A body made once and sent many times: its tag and its compressed forms are kept with it. */
export class CachedReply {
  readonly body: Buffer
  readonly type: string
  readonly etag: string
  #gzip: Buffer | undefined
  #brotli: Buffer | undefined

  /** What goes in a header and can change by itself is in the tag too: a 304 would leave the old one standing. */
  constructor(body: string | Buffer, type: string, header = '') {
    this.body = Buffer.from(body)
    this.type = type
    this.etag = `W/"${createHash('sha1').update(this.body).update(header).digest('base64url')}"`
  }

  get gzip(): Buffer {
    return (this.#gzip ??= gzipSync(this.body, GZIP_OPTIONS))
  }

  get brotli(): Buffer {
    return (this.#brotli ??= brotliCompressSync(this.body, BROTLI_OPTIONS))
  }

  /** Makes the compressed forms beforehand, in other threads: for a body so large that its first reader would block all. */
  async compress(): Promise<void> {
    ;[this.#gzip, this.#brotli] = await Promise.all([
      promisify(gzip)(this.body, GZIP_OPTIONS),
      promisify(brotliCompress)(this.body, BROTLI_OPTIONS),
    ])
  }
}

const ENCODINGS = ['br', 'gzip', 'identity']
/** Browsers send one of few headers, so the answer is remembered; a caller who makes up headers fills it with 100. */
const encodings = new LRUCache<string, string>({ max: 100 })

/** The best encoding that the caller accepts by RFC 9110; an uncompressed reply where it accepts none of ours. */
function negotiateEncoding(header = ''): string {
  const known = encodings.get(header)
  if (known !== undefined) return known
  const encoding = negotiate(header.toLowerCase(), ENCODINGS) ?? 'identity'
  encodings.set(header, encoding)
  return encoding
}

const COMPRESSION_THRESHOLD_BYTES = 1_024

/** Sends the stored body, or 304 when the caller has it already. */
export function sendCachedReply(request: FastifyRequest, reply: FastifyReply, stored: CachedReply) {
  reply.header('etag', stored.etag)
  if (matchesEtag(request, stored)) return reply.code(304).send()
  reply.header('content-type', stored.type)
  if (stored.body.length < COMPRESSION_THRESHOLD_BYTES) return reply.send(stored.body)

  reply.header('vary', 'accept-encoding')
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  if (encoding === 'br') return reply.header('content-encoding', 'br').send(stored.brotli)
  if (encoding === 'gzip') return reply.header('content-encoding', 'gzip').send(stored.gzip)
  return reply.send(stored.body)
}

/** A caller may name several tags, and a proxy may have made a weak one strong. */
function matchesEtag({ headers }: FastifyRequest, { etag }: CachedReply): boolean {
  return headers['if-none-match']?.includes(etag.slice('W/'.length)) ?? false
}
