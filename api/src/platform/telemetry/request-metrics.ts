import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Metric, type Registry } from 'prom-client'
import { RouteDurations } from './route-durations.ts'

const DURATION_NAME = 'http_request_duration_seconds'
/** An open socket is no longer a request, and its response never closes. */
const SOCKET_ROUTE = '/ws'

interface RequestSeries {
  labels: { method: string; route: string; status: string }
  count: number
  durations: RouteDurations
}

/**
 * Counts every request by its route pattern, and those that are being answered. They are plain numbers until Prometheus asks: a
 * counter and a histogram of prom-client look up their labels for each request, which costs a reply from memory a twentieth of its time.
 */
export function registerRequestMetrics(app: FastifyInstance, registry: Registry): void {
  const series = new Map<string, RequestSeries>()
  const durations = new Map<string, RouteDurations>()
  registerInFlightGauge(app, registry)
  registry.registerMetric(
    new Counter({
      name: 'http_requests_total',
      help: 'Requests that were answered, by route pattern and status',
      labelNames: ['method', 'route', 'status'],
      registers: [],
      collect() {
        this.reset()
        for (const { labels, count } of series.values()) this.inc(labels, count)
      },
    }),
  )
  registry.registerMetric(buildDurationMetric(durations))

  function addSeries(method: string, route: string, status: number): RequestSeries {
    const routeKey = `${method} ${route}`
    const ofRoute = durations.get(routeKey) ?? new RouteDurations(method, route)
    durations.set(routeKey, ofRoute)
    const labels = { method, route, status: String(status) }
    const added = { labels, count: 0, durations: ofRoute }
    series.set(`${routeKey} ${status}`, added)
    return added
  }

  app.addHook('onResponse', ({ method, routeConfig }, { statusCode, elapsedTime }, done) => {
    const route = routeConfig.url ?? 'none'
    const known =
      series.get(`${method} ${route} ${statusCode}`) ?? addSeries(method, route, statusCode)
    known.count += 1
    known.durations.observe(elapsedTime / 1000)
    done()
  })
}

function buildDurationMetric(durations: ReadonlyMap<string, RouteDurations>): Metric {
  const description = {
    name: DURATION_NAME,
    help: 'Time from a request’s first byte to the end of its reply',
    type: 'histogram',
    aggregator: 'sum',
  }
  const metric = {
    ...description,
    get: async () => ({
      ...description,
      values: [...durations.values()].flatMap((route) => route.listSeries(DURATION_NAME)),
    }),
  }
  // The name and `get` are all that the registry uses.
  return metric as unknown as Metric
}

function registerInFlightGauge(app: FastifyInstance, registry: Registry): void {
  let inFlight = 0
  registry.registerMetric(
    new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests that this process is answering',
      registers: [],
      collect() {
        this.set(inFlight)
      },
    }),
  )
  // One function for all responses. A response closes however it ends; `onResponse` is not called for one that the client left.
  function onClose(this: ServerResponse): void {
    inFlight -= 1
  }
  app.addHook('onRequest', ({ routeConfig }, { raw }, done) => {
    if (routeConfig.url !== SOCKET_ROUTE) {
      inFlight += 1
      raw.on('close', onClose)
    }
    done()
  })
}
