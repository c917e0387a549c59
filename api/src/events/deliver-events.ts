import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { eventCatalog, type EventData, type EventKind, type EventOf } from './catalog.ts'
import type { EventFailure } from './failed-events.ts'
import type { EventSubscribers } from './subscribers.ts'

/** An event as it is in the table; its data is not checked yet. */
export interface ClaimedEvent {
  id: string
  kind: EventKind
  subjectId: string
  actorId: string | null
  data: unknown
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
    select id, kind, subject_id as "subjectId", actor_id as "actorId", data from events
    where kind = any(${kinds}) and (retry_at is null or retry_at <= now())
    order by id limit ${limit}
    for update skip locked
  `.execute(tx)
  return rows
}

/** Calls every subscriber of the events' kinds in the transaction. Returns the failures, whose effects are rolled back. */
export async function deliverEvents(
  tx: Queryable,
  deps: Deps,
  subscribers: readonly EventSubscribers[],
  events: ClaimedEvent[],
): Promise<EventFailure[]> {
  const failures: EventFailure[] = []
  for (const [kind, group] of Map.groupBy(events, (event) => event.kind)) {
    const deliver = async (part: ClaimedEvent[]) => {
      const parsed = part.map((event) => parseEvent(kind, event))
      for (const subscriber of subscribers) await subscriber[kind]?.(tx, parsed, deps)
    }
    failures.push(...(await deliverOrSplit(tx, deliver, group)))
  }
  return failures
}

/** On an error, halves the group until the events that fail are alone: the others are delivered, in few calls. */
async function deliverOrSplit(
  tx: Queryable,
  deliver: (events: ClaimedEvent[]) => Promise<void>,
  events: ClaimedEvent[],
): Promise<EventFailure[]> {
  const [first] = events
  if (!first) return []
  await sql`savepoint delivery`.execute(tx)
  try {
    await deliver(events)
    await sql`release savepoint delivery`.execute(tx)
    return []
  } catch (error) {
    await sql`rollback to savepoint delivery; release savepoint delivery`.execute(tx)
    if (events.length === 1) return [{ id: first.id, kind: first.kind, error }]
  }
  const middle = Math.ceil(events.length / 2)
  return [
    ...(await deliverOrSplit(tx, deliver, events.slice(0, middle))),
    ...(await deliverOrSplit(tx, deliver, events.slice(middle))),
  ]
}

function parseEvent<Kind extends EventKind>(kind: Kind, event: ClaimedEvent): EventOf<Kind> {
  const { id, subjectId, actorId } = event
  const data = eventCatalog[kind].data.parse(event.data) as EventData<Kind>
  return { id, subjectId, actorId, data }
}
