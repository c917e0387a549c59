const isTraced = Math.random() < 0.01
let traceId: string | undefined

/**
 * One page view in a hundred is traced: its calls carry a W3C `traceparent`, and the calls of one click the same trace. The ids are
 * random and say nothing about the member; a server without tracing ignores them.
 */
export function getTraceHeader(): { traceparent: string } | undefined {
  if (!isTraced) return undefined
  if (traceId === undefined) {
    traceId = createId(16)
    addEventListener('click', () => (traceId = createId(16)), true)
  }
  return { traceparent: `00-${traceId}-${createId(8)}-01` }
}

/** Not from `crypto.randomUUID`, which a page without HTTPS does not have. */
function createId(byteCount: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(byteCount))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
