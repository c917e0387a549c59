import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendCachedReply, CachedReply } from './cached-reply.ts'

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
  const sent = { br: cached.brotli, gzip: cached.gzip }[encoding ?? ''] ?? cached.body
  expect(rawPayload.equals(sent)).toBe(true)
})
