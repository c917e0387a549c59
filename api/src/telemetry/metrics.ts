import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../errors.ts'
import { registerErasureGauge } from './erasure-gauge.ts'
import { registerEventGauges } from './event-gauges.ts'
import { mayReadMetrics } from './metrics-token.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Collects the metrics of all plugins. */
    metricsRegistry: Registry
  }
}

interface Options {
  db: Database
  config: Config
}

/** Counts every request by its route pattern and serves the metrics to Prometheus. */
export const metrics = plugin<Options>(async (app: FastifyInstance, { db, config }) => {
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
  registry.registerMetric(createInfoGauge(config))
  registerEventGauges(registry, db)
  registerErasureGauge(registry, db, config)

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
      const isOpen = config.NODE_ENV !== 'production'
      if (!mayReadMetrics(request.headers.authorization, config.METRICS_TOKEN, isOpen))
        throw new Refusal('not-found', 'Not found')
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  )
})

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

/** Always 1: its labels tell which releases run side by side. */
function createInfoGauge({ RELEASE, ROLE }: Config) {
  return new Gauge({
    name: 'dolph_info',
    help: 'The release, role and Node version of this process',
    labelNames: ['release', 'role', 'node'] as const,
    registers: [],
    collect() {
      this.set({ release: RELEASE, role: ROLE, node: process.versions.node }, 1)
    },
  })
}
