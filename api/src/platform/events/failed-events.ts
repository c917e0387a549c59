import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../db/database.ts'
import { eventCatalog } from './catalog.ts'

/** After this many failures an event is parked in `failed_events`. */
export const FAILURES_MAX = 5
const ERROR_LENGTH_MAX = 500
const LISTED_MAX = 1_000
/** Kinds whose subject is a member. */
const MEMBER_KINDS = Object.entries(eventCatalog)
  .filter(([, { subject }]) => subject === 'member')
  .map(([kind]) => kind)

export interface EventFailure {
  id: string
  kind: string
  error: unknown
}

/**
 * Counts a failure of each event. It is retried after the delay, twice as long each time, and parked at its fifth failure.
 * An event of a member who has been erased meanwhile is deleted instead. Returns the ids of the parked events.
 */
export async function recordEventFailures(
  tx: Queryable,
  failures: EventFailure[],
  retryDelaySeconds: number,
): Promise<string[]> {
  if (failures.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    with failed as (
      select * from unnest(
        ${failures.map(({ id }) => id)}::uuid[],
        ${failures.map(({ error }) => describeError(error))}::text[]) as failed (id, error)),
    retried as (
      update events set failures = failures + 1,
        retry_at = now() + make_interval(secs => ${retryDelaySeconds}::float8 * 2 ^ failures)
      from failed where events.id = failed.id and failures + 1 < ${FAILURES_MAX}),
    removed as (
      delete from events using failed where events.id = failed.id and failures + 1 >= ${FAILURES_MAX}
      returning events.*, error,
        array_remove(array[actor_id, case when kind = any(${MEMBER_KINDS}) then subject_id end], null) as member_ids),
    -- The lock waits for a concurrent erasure, which deletes failed events of the member in the same transaction.
    present as (
      select id from members where id in (select unnest(member_ids) from removed) for key share)
    insert into failed_events (id, kind, subject_id, actor_id, data, error)
    select id, kind, subject_id, actor_id, data, error from removed
    where member_ids <@ array(select id from present)
    returning id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Only name and message: the details of a PostgreSQL error quote rows. */
function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.slice(0, ERROR_LENGTH_MAX)
}

/** Puts parked events back into the queue, all of them or those of a kind or id; returns how many. */
export async function retryFailedEvents(db: Queryable, kindOrId?: string): Promise<number> {
  const condition: RawBuilder<boolean> =
    kindOrId === undefined ? sql`true` : sql`kind = ${kindOrId} or id::text = ${kindOrId}`
  const { numAffectedRows = 0n } = await sql`
    with released as (delete from failed_events where ${condition} returning *)
    insert into events (id, kind, subject_id, actor_id, data)
    select id, kind, subject_id, actor_id, data from released
  `.execute(db)
  return Number(numAffectedRows)
}

/** The parked events, newest failure first. */
export async function listFailedEvents(db: Queryable) {
  return db
    .selectFrom('failed_events')
    .selectAll()
    .orderBy('failed_at', 'desc')
    .limit(LISTED_MAX)
    .execute()
}
