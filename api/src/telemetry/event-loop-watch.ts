import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'

const INTERVAL_MS = 100
const BLOCKED_MS = 250
const ROUTES_MAX = 10

/**
 * Logs the routes that were under way while the event loop was blocked. Only time that this thread computed counts: a machine
 * without a free processor is not the fault of a route.
 */
export const eventLoopWatch = plugin(async (app) => {
  const underWay = new Set<FastifyRequest>()
  // A reply can end before the timer runs.
  let ended: FastifyRequest[] = []
  let lastAt = performance.now()
  let lastUsage = process.threadCpuUsage()

  app.addHook('onRequest', (request, _reply, done) => {
    underWay.add(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    underWay.delete(request)
    ended.push(request)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    underWay.delete(request)
    ended.push(request)
    done()
  })

  const timer = setInterval(() => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(lastUsage)
    const ms = Math.round(Math.min(now - lastAt - INTERVAL_MS, (user + system) / 1_000))
    if (ms > BLOCKED_MS) {
      const urls = [...underWay, ...ended].map(({ routeOptions }) => routeOptions.url ?? 'none')
      const routes = [...new Set(urls)].slice(0, ROUTES_MAX)
      app.log.warn({ ms, routes }, 'event loop blocked by one of these routes')
    }
    lastAt = now
    lastUsage = process.threadCpuUsage()
    ended = []
  }, INTERVAL_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
})
