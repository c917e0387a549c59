import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { QueryConfig } from 'pg'
import type { Deps } from '../deps.ts'

// pg supports a timeout per query, which its types omit.
const PING_QUERY = { text: 'select 1', query_timeout: 1_000 } as QueryConfig

const PING_INTERVAL_MS = 1_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Started by the stop signal: from then on /readyz reports 503, so that proxies route elsewhere. */
    drain: { started: boolean }
  }
}

/**
 * /healthz: the process is alive. /readyz: it can serve. A dependency lost after the start is reported but keeps the
 * process ready: without PostgreSQL visitors still get cached pages, and Redis is optional.
 */
export const health = plugin<Deps>(async (app: FastifyInstance, { db, redis }) => {
  const drain = { started: false }
  let wasReady = false
  const pingDatabase = shareResult(() => isFulfilled(db.pool.query(PING_QUERY)), PING_INTERVAL_MS)
  app.decorate('drain', drain)
  const route = {
    config: { access: 'public' as const, limit: 'none' as const },
    schema: { hide: true },
  }

  app.get('/healthz', route, async () => ({ status: 'ok' }))

  app.get('/readyz', route, async (_request, reply) => {
    const database = await pingDatabase()
    wasReady ||= database
    const ready = wasReady && !drain.started
    reply.header('cache-control', 'no-store')
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : drain.started ? 'stopping' : 'unavailable',
      database: database ? 'ok' : 'down',
      redis: redis.status === 'ready' ? 'ok' : 'down',
    })
  })

  // Replies during shutdown close their connection, so that clients open the next one elsewhere.
  app.addHook('onRequest', (_request, reply, done) => {
    if (drain.started) reply.header('connection', 'close')
    done()
  })
})

/** Runs `task` at most once per interval; all callers meanwhile get the same result. /readyz has no rate limit. */
function shareResult<T>(task: () => Promise<T>, intervalMs: number): () => Promise<T> {
  let last: { result: Promise<T>; startedAt: number } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.startedAt >= intervalMs) last = { result: task(), startedAt: now }
    return last.result
  }
}

async function isFulfilled(query: Promise<unknown>): Promise<boolean> {
  return query.then(
    () => true,
    () => false,
  )
}
