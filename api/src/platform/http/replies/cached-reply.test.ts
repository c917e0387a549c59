import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendCachedReply, CachedReply } from './cached-reply.ts'

const LARGE_BYTES = 1_000_000

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['gzip;q=0, *', 'br'],
  ['xbr, notgzip', undefined],
  ['identity', undefined],
  ['br;q=0, gzip;q=0', undefined],
  ['*;q=0', undefined],
  ['', undefined],
])('a caller that accepts "%s" gets the encoding %s', async (accepted, encoding) => {
  await using app = Fastify()
  const cached = new CachedReply('a long reply '.repeat(200), 'text/plain')
  app.get('/', (request, reply) => sendCachedReply(request, reply, cached))
  const { headers, rawPayload } = await app.inject({
    url: '/',
    headers: { 'accept-encoding': accepted },
  })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers['vary']).toBe('accept-encoding')
  expect(decode(rawPayload, encoding).equals(cached.body)).toBe(true)
})

test.each([
  ['a text', 'Ein größeres Boot 🐬'],
  ['bytes', Buffer.from([0, 0xff, 0xfe, 0x80])],
])('%s under the limit of compression is sent as it is', async (_kind, body) => {
  await using app = Fastify()
  const cached = new CachedReply(body, 'application/json')
  app.get('/', (request, reply) => sendCachedReply(request, reply, cached))
  const { headers, rawPayload } = await app.inject({
    url: '/',
    headers: { 'accept-encoding': 'br' },
  })
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers['content-length']).toBe(String(cached.body.length))
  expect(rawPayload.equals(Buffer.from(body))).toBe(true)
})

test.each(['br', 'gzip'])(
  'a large %s reply does not hold up the replies after it',
  async (encoding) => {
    await using app = Fastify()
    const large = new CachedReply(randomBytes(LARGE_BYTES).toString('base64'), 'text/plain')
    app.get('/large', async (request, reply) => sendCachedReply(request, reply, large))
    app.get('/small', async () => 'small')
    const order: string[] = []
    const get = async (url: string) => {
      const reply = await app.inject({ url, headers: { 'accept-encoding': encoding } })
      order.push(url)
      return reply
    }

    const [one, two] = await Promise.all([get('/large'), get('/large'), get('/small')])

    expect(order[0]).toBe('/small')
    for (const { headers, rawPayload } of [one, two]) {
      expect(headers['content-encoding']).toBe(encoding)
      expect(decode(rawPayload, encoding).equals(large.body)).toBe(true)
    }
  },
)

function decode(payload: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(payload)
  return encoding === 'gzip' ? gunzipSync(payload) : payload
}
