import { TraceFlags, type SpanContext } from '@opentelemetry/api'

// Only version 00 is known; ids of zeros are not valid.
const TRACE_PARENT =
  /^00-(?!0{32})(?<traceId>[0-9a-f]{32})-(?!0{16})(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/
const SAMPLED: number = TraceFlags.SAMPLED

/** The place of a sampled span, as in the W3C header `traceparent`; undefined for anything else, which is ignored. */
export function parseTraceParent(value: unknown): SpanContext | undefined {
  if (typeof value !== 'string') return undefined
  const { traceId = '', spanId = '', flags = '' } = TRACE_PARENT.exec(value)?.groups ?? {}
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED
  return isSampled ? { traceId, spanId, traceFlags: SAMPLED } : undefined
}

export function formatTraceParent({ traceId, spanId }: SpanContext): string {
  return `00-${traceId}-${spanId}-01`
}
