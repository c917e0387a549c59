import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'
import {
  continueTrace,
  getCurrentSpan,
  getTraceParent,
  isTracing,
} from '../telemetry/tracing/tracer.ts'
import { failSpan } from '../telemetry/tracing/span-options.ts'

/** So many events of a batch are delivered one by one; the traces of further ones end here. */
const TRACED_MAX = 10

interface TracedEvent {
  kind: string
  traceParent: string | null
}

/** The events that are delivered alone, each within its trace, and those that are delivered in groups. */
export function separateTracedEvents<Event extends TracedEvent>(events: Event[]) {
  const traced = isTracing()
    ? events.filter(({ traceParent }) => traceParent !== null).slice(0, TRACED_MAX)
    : []
  return { traced, others: events.filter((event) => !traced.includes(event)) }
}

/** Delivers an event as a part of the trace that caused it. Events that follow from it belong to the trace too. */
export async function deliverTraced<Result extends { failures: { error: unknown }[] }>(
  tx: Queryable,
  { kind, traceParent }: TracedEvent,
  deliver: () => Promise<Result>,
): Promise<Result> {
  return continueTrace(traceParent, `event ${kind}`, { kind: 'consumer' }, async () => {
    await setTraceParent(tx, getTraceParent() ?? '')
    const result = await deliver()
    await setTraceParent(tx, '')
    const span = getCurrentSpan()
    if (span) for (const { error } of result.failures) failSpan(span, error)
    return result
  })
}

async function setTraceParent(tx: Queryable, traceParent: string): Promise<void> {
  await sql`select set_config('dolph.trace_parent', ${traceParent}, true)`.execute(tx)
}
