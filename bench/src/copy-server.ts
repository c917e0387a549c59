import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import Fastify from 'fastify'

/** Node sets these for each reply itself. */
const OWN_HEADERS = new Set(['connection', 'content-length', 'date', 'keep-alive'])

// A minimal Fastify server that sends the bytes and headers of other replies: what those cost without anything that creates them.
const app = Fastify()
for (const [path, variable] of Object.entries({
  '/page': 'COPIED_PAGE',
  '/badge': 'COPIED_BADGE',
})) {
  const url = process.env[variable]
  if (!url) continue
  const { headers, body } = await readReply(url)
  app.get(path, async (_request, reply) => reply.headers(headers).send(body))
}
app.get('/healthz', async () => ({ status: 'ok' }))
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })

/** Text stays text, as Node sends it in one write; compressed bytes stay as they are. */
async function readReply(url: string) {
  const request = get(url, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  const body = await buffer(reply)
  const headers = Object.fromEntries(
    Object.entries(reply.headers).filter(([name]) => !OWN_HEADERS.has(name)),
  )
  return { headers, body: reply.headers['content-encoding'] ? body : body.toString() }
}
