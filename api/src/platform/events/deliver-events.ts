import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { eventCatalog, type EventData, type EventKind, type EventOf } from './catalog.ts'
import type { EventFailure } from './failed-events.ts'
import type { AfterCommit, EventSubscribers } from './subscribers.ts'
import { deliverTraced, separateTracedEvents } from './trace-delivery.ts'

/** An event as it is in the table; its data is not checked yet. */
export interface ClaimedEvent {
  id: string
  kind: EventKind
  subjectId: string
  actorId: string | null
  data: unknown
  /** The trace of the request that caused it. */
  traceParent: string | null
}

/**
 * Locks the oldest events of these kinds that no other relay has locked. Other kinds stay: during a deployment a newer
 * program inserts kinds that only its own workers know.
 */
export async function claimEvents(
  tx: Queryable,
  kinds: EventKind[],
  limit: number,
): Promise<ClaimedEvent[]> {
  const { rows } = await sql<ClaimedEvent>`
    select id, kind, subject_id as "subjectId", actor_id as "actorId", data,
      trace_parent as "traceParent" from events
    where kind = any(${kinds}) and (retry_at is null or retry_at <= now())
    order by id limit ${limit}
    for update skip locked
  `.execute(tx)
  return rows
}

export interface Delivery {
  /** Their effects are rolled back. */
  failures: EventFailure[]
  afterCommit: AfterCommit[]
}

/** Calls every subscriber of the events' kinds in the transaction, in the order of the catalog: relays then lock in the same order. */
export async function deliverEvents(
  tx: Queryable,
  deps: Deps,
  subscribers: readonly EventSubscribers[],
  events: ClaimedEvent[],
): Promise<Delivery> {
  const failures: EventFailure[] = []
  const afterCommit: AfterCommit[] = []
  const { traced, others } = separateTracedEvents(events)
  const groups = Map.groupBy(others, (event) => event.kind)
  const tracedGroups = Map.groupBy(traced, (event) => event.kind)
  for (const kind of Object.keys(eventCatalog) as EventKind[]) {
    const deliver = async (part: ClaimedEvent[]) => {
      const parsed = part.map((event) => parseEvent(kind, event))
      const hints: AfterCommit[] = []
      for (const subscriber of subscribers) {
        const hint = await subscriber[kind]?.(tx, parsed, deps)
        if (hint) hints.push(hint)
      }
      return hints
    }
    const deliveries = [await deliverOrSplit(tx, deliver, groups.get(kind) ?? [])]
    for (const event of tracedGroups.get(kind) ?? [])
      deliveries.push(await deliverTraced(tx, event, () => deliverOrSplit(tx, deliver, [event])))
    failures.push(...deliveries.flatMap((delivery) => delivery.failures))
    afterCommit.push(...deliveries.flatMap((delivery) => delivery.afterCommit))
  }
  return { failures, afterCommit }
}

/** On an error, halves the group until the events that fail are alone: the others are delivered, in few calls. */
async function deliverOrSplit(
  tx: Queryable,
  deliver: (events: ClaimedEvent[]) => Promise<AfterCommit[]>,
  events: ClaimedEvent[],
): Promise<Delivery> {
  const [first] = events
  if (!first) return { failures: [], afterCommit: [] }
  await sql`savepoint delivery`.execute(tx)
  try {
    const afterCommit = await deliver(events)
    await sql`release savepoint delivery`.execute(tx)
    return { failures: [], afterCommit }
  } catch (error) {
    await sql`rollback to savepoint delivery; release savepoint delivery`.execute(tx)
    if (events.length === 1) {
      return { failures: [{ id: first.id, kind: first.kind, error }], afterCommit: [] }
    }
  }
  const middle = Math.ceil(events.length / 2)
  const older = await deliverOrSplit(tx, deliver, events.slice(0, middle))
  const newer = await deliverOrSplit(tx, deliver, events.slice(middle))
  return {
    failures: [...older.failures, ...newer.failures],
    afterCommit: [...older.afterCommit, ...newer.afterCommit],
  }
}

function parseEvent<Kind extends EventKind>(kind: Kind, event: ClaimedEvent): EventOf<Kind> {
  const { id, subjectId, actorId } = event
  const data = eventCatalog[kind].data.parse(event.data) as EventData<Kind>
  return { id, subjectId, actorId, data }
}
