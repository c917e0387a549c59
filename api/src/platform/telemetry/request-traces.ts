import type { ServerResponse } from 'node:http'
import { SpanStatusCode, type Span } from '@opentelemetry/api'
import plugin from 'fastify-plugin'
import { isTracing, runInSpan, startRequestSpan } from './tracing/tracer.ts'
import { formatTraceParent } from './tracing/trace-context.ts'
import { setSpanAttributes } from './tracing/span-options.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if this request is not traced. */
    span: Span | null
  }
}

/** Asked every second or so by tools; and an open socket is no longer a request. */
const UNTRACED_ROUTES = new Set(['/healthz', '/readyz', '/metrics', '/ws'])

/** Records the span of each traced request, in which all further hooks and the handler run. */
export const requestTraces = plugin(async (app) => {
  if (!isTracing()) return
  app.decorateRequest('span', null)

  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeConfig } = request
    const route = routeConfig.url ?? 'none'
    if (UNTRACED_ROUTES.has(route)) return done()
    const attributes = { 'http.request.method': method, 'http.route': route }
    const options = { kind: 'server' as const, attributes }
    const span = startRequestSpan(`${method} ${route}`, options, headers.traceparent)
    if (!span) return done()
    setSpanAttributes(span, { 'dolph.request_id': request.id })
    request.span = span
    reply.header('traceresponse', formatTraceParent(span.spanContext()))
    // A response closes however it ends; `onResponse` is not called for one that the client left.
    reply.raw.once('close', () => endRequestSpan(span, reply.raw))
    runInSpan(span, done)
  })

  // The bytes of a body arrive outside of the span: the parser runs in the context of the connection.
  app.addHook('preValidation', ({ span }, _reply, done) => {
    if (span) runInSpan(span, done)
    else done()
  })
})

/** Without a status if the client left before there was a reply. */
function endRequestSpan(span: Span, { statusCode, headersSent }: ServerResponse): void {
  if (headersSent) {
    setSpanAttributes(span, { 'http.response.status_code': statusCode })
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}
