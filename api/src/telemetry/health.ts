import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { QueryConfig } from 'pg'
import type { Deps } from '../deps.ts'

// pg takes a time limit per query; its types do not say so.
const PING_QUERY = { text: 'select 1', query_timeout: 1_000 } as QueryConfig

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by the signal to stop: from then on /readyz says no, so that proxies look elsewhere. */
    drain: { started: boolean }
  }
}

/**
 * /healthz: the process lives. /readyz: it can serve. What it has lost since it started shows there, but does not
 * make it useless: without PostgreSQL visitors still read what was read before, and Redis is only a hint.
 */
export const health = plugin<Deps>(async (app: FastifyInstance, { db, redis }) => {
  const drain = { started: false }
  let wasReady = false
  app.decorate('drain', drain)
  const route = {
    config: { access: 'public' as const, limit: 'none' as const },
    schema: { hide: true },
  }

  app.get('/healthz', route, async () => ({ status: 'ok' }))

  app.get('/readyz', route, async (_request, reply) => {
    const database = await isFulfilled(db.pool.query(PING_QUERY))
    wasReady ||= database
    const ready = wasReady && !drain.started
    reply.header('cache-control', 'no-store')
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : drain.started ? 'stopping' : 'unavailable',
      database: database ? 'ok' : 'down',
      redis: redis.status === 'ready' ? 'ok' : 'down',
    })
  })

  // Replies given while stopping ask callers to open their next connection elsewhere.
  app.addHook('onRequest', (_request, reply, done) => {
    if (drain.started) reply.header('connection', 'close')
    done()
  })
})

async function isFulfilled(question: Promise<unknown>): Promise<boolean> {
  return question.then(
    () => true,
    () => false,
  )
}
