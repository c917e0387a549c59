import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Without the status, which would multiply the buckets: `http_requests_total` has it. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 8]
/** An open socket is no request any more, and its response never closes. */
const SOCKET_ROUTE = '/ws'

interface RouteSeries {
  duration: { observe: (seconds: number) => void }
  count: { inc: () => void }
}

/** Counts every request by its route pattern, and those that are being answered. */
export function registerRequestMetrics(app: FastifyInstance, registry: Registry): void {
  const durationSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request’s first byte to the end of its reply',
    labelNames: ['method', 'route'] as const,
    buckets: BUCKETS,
    registers: [registry],
  })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered, by route pattern and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  })
  registerInFlightGauge(app, registry)

  /** The series of a route, so that a request builds no labels. */
  const series = new Map<string, RouteSeries>()
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const route = routeOptions.url ?? 'none'
    const key = `${method} ${route} ${statusCode}`
    let known = series.get(key)
    if (!known) {
      known = {
        duration: durationSeconds.labels(method, route),
        count: requests.labels(method, route, String(statusCode)),
      }
      series.set(key, known)
    }
    known.duration.observe(elapsedTime / 1000)
    known.count.inc()
    done()
  })
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
  app.addHook('onRequest', ({ routeOptions }, { raw }, done) => {
    if (routeOptions.url !== SOCKET_ROUTE) {
      inFlight += 1
      raw.once('close', onClose)
    }
    done()
  })
}
