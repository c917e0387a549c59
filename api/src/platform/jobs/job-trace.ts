import { getTraceParent } from '../telemetry/tracing/tracer.ts'

/** The payload with the trace that its job belongs to. Schemas of payloads ignore the field. */
export function withTraceParent(payload: object): object {
  const traceparent = getTraceParent()
  return traceparent === undefined ? payload : { ...payload, traceparent }
}

/** The trace that led to the job. */
export function readTraceParent(payload: unknown): unknown {
  const isObject = typeof payload === 'object' && payload !== null
  return isObject && 'traceparent' in payload ? payload.traceparent : undefined
}
