import Fastify from 'fastify'

const app = Fastify()
const schema = {
  response: { 200: { type: 'object', properties: { hello: { type: 'string' } } } },
} as const

app.get('/healthz', { schema }, async () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
