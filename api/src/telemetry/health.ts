import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by the signal to stop: from then on /readyz says no, so that proxies look elsewhere. */
    drain: { started: boolean }
  }
}

/** /healthz: the process lives. /readyz: it can serve; Redis is a hint, so its loss only shows. */
export const health = plugin<Deps>(async (app: FastifyInstance, { db, redis }) => {
  const drain = { started: false }
  app.decorate('drain', drain)
  const route = { config: { access: 'public' as const }, schema: { hide: true } }

  app.get('/healthz', route, async () => ({ status: 'ok' }))

  app.get('/readyz', route, async (_request, reply) => {
    const database = await answers(sql`select 1`.execute(db))
    const hints = redis.status === 'ready'
    const ready = database && !drain.started
    reply.header('cache-control', 'no-store')
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : drain.started ? 'stopping' : 'unavailable',
      database: database ? 'ok' : 'down',
      redis: hints ? 'ok' : 'down',
    })
  })

  // Replies given while stopping ask callers to open their next connection elsewhere.
  app.addHook('onRequest', (_request, reply, done) => {
    if (drain.started) reply.header('connection', 'close')
    done()
  })
})

async function answers(question: Promise<unknown>): Promise<boolean> {
  return question.then(
    () => true,
    () => false,
  )
}
