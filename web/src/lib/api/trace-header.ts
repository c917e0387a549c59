const isTraced = Math.random() < 0.01
let traceId: string | undefined

/**
 * One page view in a hundred is traced: its calls carry a W3C `traceparent`, and the calls of one click the same trace. The ids are
 * random and say nothing about the member; a server without tracing ignores them.
 */
export function getTraceHeader(): { traceparent: string } | undefined {
  if (!isTraced) return undefined
  if (traceId === undefined) {
    traceId = createId()
    addEventListener('click', () => (traceId = createId()), true)
  }
  return { traceparent: `00-${traceId}-${createId().slice(16)}-01` }
}

function createId(): string {
  return crypto.randomUUID().replaceAll('-', '')
}
