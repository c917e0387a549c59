import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'

const INTERVAL_MS = 100
const BLOCKED_MS = 250
const NEWEST_MAX = 256
const ROUTES_MAX = 10

/**
 * Logs the routes of the newest requests when the event loop was blocked. Only time that this thread computed counts: a machine
 * without a free processor is not the fault of a route. A request costs one write into an array that is never longer.
 */
export const eventLoopWatch = plugin(async (app) => {
  const newest: FastifyRequest['routeConfig'][] = []
  let started = 0
  let startedAtTicks: [number, number] = [0, 0]
  let lastAt = performance.now()
  let lastUsage = process.threadCpuUsage()

  app.addHook('onRequest', (request, _reply, done) => {
    newest[started % NEWEST_MAX] = request.routeConfig
    started += 1
    done()
  })

  const timer = setInterval(() => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(lastUsage)
    const ms = Math.round(Math.min(now - lastAt - INTERVAL_MS, (user + system) / 1_000))
    if (ms > BLOCKED_MS)
      app.log.warn({ ms, routes: listRoutes() }, 'event loop blocked; these routes were asked for')
    startedAtTicks = [startedAtTicks[1], started]
    lastAt = now
    lastUsage = process.threadCpuUsage()
  }, INTERVAL_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  /** Those of the interval before too: a handler may have waited for the database before it computed. */
  function listRoutes(): string[] {
    const routes = new Set<string>()
    for (let nth = started; nth > Math.max(startedAtTicks[0], started - NEWEST_MAX); nth -= 1)
      routes.add(newest[(nth - 1) % NEWEST_MAX]?.url ?? 'none')
    return [...routes].slice(0, ROUTES_MAX)
  }
})
