import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Queryable } from '../db/database.ts'
import { eventCatalog, type EventData, type EventKind } from './catalog.ts'

/** The channel on which relays listen for new events. */
export const EVENTS_CHANNEL = 'events'
const SubjectId = z.uuid()
const ActorId = z.uuid().nullable()

interface NewEvent<Kind extends EventKind> {
  subjectId: string
  actorId: string | null
  data: EventData<Kind>
}

/** Inserts an event in the caller's transaction: subscribers get it if, and only if, the transaction commits. */
export async function insertEvent<Kind extends EventKind>(
  tx: Queryable,
  kind: Kind,
  event: NewEvent<Kind>,
): Promise<void> {
  const subjectId = SubjectId.parse(event.subjectId)
  const actorId = ActorId.parse(event.actorId)
  const data = JSON.stringify(eventCatalog[kind].data.parse(event.data))
  await sql`
    insert into events (kind, subject_id, actor_id, data)
    values (${kind}, ${subjectId}, ${actorId}, ${data}::jsonb)
    ${notifyIfUrgent(kind)}
  `.execute(tx)
}

interface EventColumns<Kind extends EventKind> {
  /** The rows that happened: a table, or a CTE of the causing statement. */
  from: RawBuilder<unknown>
  subjectId: RawBuilder<unknown>
  actorId: RawBuilder<unknown>
  data: { [Key in keyof EventData<Kind>]: RawBuilder<unknown> }
}

/**
 * An `insert` with one event per row of `from`, as a CTE of the statement that is the cause:
 * `with saved as (insert into comments … returning id), events as (${insertEventsFrom('comment.created', …)}) …`.
 * The types check the names in `data`, the relay checks the values.
 */
export function insertEventsFrom<Kind extends EventKind>(
  kind: Kind,
  { from, subjectId, actorId, data }: EventColumns<Kind>,
): RawBuilder<unknown> {
  const fields = Object.entries<RawBuilder<unknown>>(data).map(
    ([key, value]) => sql`${sql.lit(key)}, ${value}`,
  )
  return sql`
    insert into events (kind, subject_id, actor_id, data)
    select ${sql.lit<string>(kind)}, ${subjectId}, ${actorId}, jsonb_build_object(${sql.join(fields)}) from ${from}
    ${notifyIfUrgent(kind)}`
}

function notifyIfUrgent(kind: EventKind): RawBuilder<unknown> {
  return eventCatalog[kind].wakesRelay
    ? sql`returning pg_notify(${sql.lit(EVENTS_CHANNEL)}, '')`
    : sql``
}
