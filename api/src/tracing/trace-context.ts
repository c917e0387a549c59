/** The place of a span in its trace, as in the W3C header `traceparent`. */
export interface TraceContext {
  traceId: string
  spanId: string
}

// Only version 00 is known; ids of zeros are not valid.
const TRACE_PARENT =
  /^00-(?!0{32})(?<traceId>[0-9a-f]{32})-(?!0{16})(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/
const SAMPLED = 1

/** The context of a sampled trace; undefined for anything else, which is ignored. */
export function parseTraceParent(value: unknown): TraceContext | undefined {
  if (typeof value !== 'string') return undefined
  const { traceId = '', spanId = '', flags = '' } = TRACE_PARENT.exec(value)?.groups ?? {}
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED
  return isSampled ? { traceId, spanId } : undefined
}

export function formatTraceParent({ traceId, spanId }: TraceContext): string {
  return `00-${traceId}-${spanId}-01`
}
