import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { Refusal } from '../errors.ts'
import { registerEventGauges } from './event-gauges.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Collects the metrics of all plugins. */
    metricsRegistry: Registry
  }
}

interface Options {
  db: Database
  token: string | undefined
  /** Whether /metrics is open when no token is set, as in development. */
  isPublic: boolean
}

/** Counts every request by its route pattern and serves the metrics to Prometheus. */
export const metrics = plugin<Options>(async (app: FastifyInstance, { db, token, isPublic }) => {
  const registry = new Registry()
  app.decorate('metricsRegistry', registry)
  collectDefaultMetrics({ register: registry })
  const durationSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request’s first byte to the end of its reply',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8],
    registers: [registry],
  })
  registry.registerMetric(createDatabaseConnectionsGauge(db))
  registry.registerMetric(createOpenSocketsGauge(app))
  registerEventGauges(registry, db)

  const timers = new Map<string, { observe: (value: number) => void }>()
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const route = routeOptions.url ?? 'none'
    const key = `${method} ${route} ${statusCode}`
    const timer = timers.get(key) ?? durationSeconds.labels(method, route, String(statusCode))
    timers.set(key, timer)
    timer.observe(elapsedTime / 1000)
    done()
  })

  app.get(
    '/metrics',
    { config: { access: 'public', limit: 'none' }, schema: { hide: true } },
    async (request, reply) => {
      const sentToken = request.headers.authorization ?? ''
      if (token ? !isSameToken(sentToken, `Bearer ${token}`) : !isPublic)
        throw new Refusal('not-found', 'Not found')
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  )
})

function isSameToken(sentToken: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sentToken), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function createDatabaseConnectionsGauge({ pool }: Database) {
  return new Gauge({
    name: 'database_connections',
    help: 'Connections of this process to PostgreSQL, and the requests that wait for one',
    labelNames: ['state'] as const,
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

function createOpenSocketsGauge(app: FastifyInstance) {
  return new Gauge({
    name: 'open_sockets',
    help: 'Browsers that are connected to this process for live messages',
    registers: [],
    collect() {
      this.set(app.gateway.size)
    },
  })
}
