import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { registerProcessMetrics } from './process-metrics.ts'
import { registerDatabaseGauges, type WaitingRows } from './database-gauges.ts'
import { registerErasureGauge } from './erasure-gauge.ts'
import { mayReadMetrics } from './metrics-token.ts'
import { registerProcessGauges } from './process-gauges.ts'
import { registerRequestMetrics } from './request-metrics.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Collects the metrics of all plugins. */
    metricsRegistry: Registry
  }
}

interface Options extends Deps {
  waiting: readonly WaitingRows[]
}

/** Collects all metrics of the process and serves them to Prometheus. */
export const metrics = plugin<Options>(async (app: FastifyInstance, deps) => {
  const { db, config, waiting } = deps
  const registry = new Registry()
  app.decorate('metricsRegistry', registry)
  registerNodeMetrics(registry)
  registerProcessMetrics(registry)
  registerProcessGauges(registry, app, deps)
  registerRequestMetrics(app, registry)
  registerDatabaseGauges(registry, db, waiting)
  registerErasureGauge(registry, db, config)

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

const nodeRegistry = new Registry()

/** Collects the metrics of Node.js once for all apps of the process: a collection has a timer and an observer that never end. */
function registerNodeMetrics(registry: Registry): void {
  if (nodeRegistry.getMetricsAsArray().length === 0)
    collectDefaultMetrics({ register: nodeRegistry })
  for (const { name } of nodeRegistry.getMetricsAsArray()) {
    const metric = nodeRegistry.getSingleMetric(name)
    if (metric) registry.registerMetric(metric)
  }
}
