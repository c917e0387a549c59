import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api'

export const SPAN_KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}

/**
 * What a span may say besides its name: patterns, names from the code, numbers and our own request ids. A closed list, so that
 * nothing of a member, no value of a statement and no token can be added without a change here.
 */
export type SpanAttributes = {
  'http.request.method'?: string
  /** The pattern of the route, never the URL. */
  'http.route'?: string
  'http.response.status_code'?: number
  'dolph.request_id'?: string
  'db.system.name'?: 'postgresql' | 'redis'
  /** Which attempt at a job it is. */
  'dolph.attempt'?: number
  /** The class of an error, or the code of PostgreSQL; never its message, which may quote a row. */
  'error.type'?: string
}

export interface SpanOptions {
  kind?: keyof typeof SPAN_KINDS
  attributes?: SpanAttributes
}

export function setSpanAttributes(span: Span, attributes: SpanAttributes): void {
  span.setAttributes(attributes)
}

/** Without `recordException`, which would send the message of the error. */
export function failSpan(span: Span, error: unknown): void {
  setSpanAttributes(span, { 'error.type': describeError(error) })
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
