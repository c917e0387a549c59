import { randomBytes } from 'node:crypto'
import type { TraceContext } from './trace-context.ts'

/** The numbers of the OpenTelemetry protocol. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const

/**
 * What a span may say besides its name: patterns, names from the code, numbers and our own request ids. A closed list, so that
 * nothing of a member, no value of a statement and no token can be added without a change here.
 */
export interface SpanAttributes {
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

/** One step of a trace. It is exported when it ends. */
export class Span implements TraceContext {
  readonly traceId: string
  readonly spanId = randomBytes(8).toString('hex')
  readonly parentId: string | undefined
  readonly kind: keyof typeof SPAN_KINDS
  readonly attributes: SpanAttributes
  readonly startedAt = getUnixMs()
  readonly #onEnd: (span: Span) => void
  name: string
  endedAt: number | undefined
  isFailed = false

  constructor(
    name: string,
    { kind = 'internal', attributes = {} }: SpanOptions,
    parent: TraceContext | undefined,
    onEnd: (span: Span) => void,
  ) {
    this.name = name
    this.kind = kind
    this.attributes = { ...attributes }
    this.traceId = parent?.traceId ?? randomBytes(16).toString('hex')
    this.parentId = parent?.spanId
    this.#onEnd = onEnd
  }

  fail(error: unknown): void {
    this.isFailed = true
    this.attributes['error.type'] = describeError(error)
  }

  /** Later calls have no effect. */
  end(): void {
    if (this.endedAt !== undefined) return
    this.endedAt = getUnixMs()
    this.#onEnd(this)
  }
}

/** Finer than `Date.now()`, so that the statements of one millisecond keep their order. */
function getUnixMs(): number {
  return performance.timeOrigin + performance.now()
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
