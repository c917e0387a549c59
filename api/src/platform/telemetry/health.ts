import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Deps } from '../deps.ts'
import { Readiness } from './readiness.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readiness: Readiness
  }
}

/** /healthz: the process is alive. /readyz: it can serve. The port of the operator has both too, in every role. */
export const health = plugin<Deps>(async (app: FastifyInstance, deps) => {
  const readiness = new Readiness(deps)
  app.decorate('readiness', readiness)
  const route = {
    config: { access: 'public' as const, limit: 'none' as const },
    schema: { hide: true },
  }

  // Browsers ask it to learn whether they are online again.
  app.get('/healthz', route, async () => ({ status: 'ok', release: deps.config.RELEASE }))

  app.get('/readyz', route, async (_request, reply) => {
    const report = await readiness.check()
    reply.header('cache-control', 'no-store')
    return reply.code(report.status === 'ready' ? 200 : 503).send(report)
  })

  // Replies during shutdown close their connection, so that clients open the next one elsewhere.
  app.addHook('onRequest', (_request, reply, done) => {
    if (readiness.isStopping) reply.header('connection', 'close')
    done()
  })
})
