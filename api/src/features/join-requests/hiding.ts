import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { insertEvent } from '../../platform/events/insert-event.ts'

/**
 * Hides note and answer of a join request from the other side. An open one ends, so that its owner is not counted as one who
 * does not answer; a member of the team stays. False when there is no such request. A hidden request stays hidden.
 */
export async function hideJoinRequest(tx: Queryable, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update join_requests set hidden_at = coalesce(hidden_at, clock_timestamp()),
      state = case when ${isOpen} then 'ended' else state end,
      reason = case when ${isOpen} then 'taken-down' else reason end,
      ended_at = case when ${isOpen} then clock_timestamp() else ended_at end
    where id = ${id}`.execute(tx)
  if (numAffectedRows === 0n) return false
  // The browsers of both sides read the request again.
  await insertEvent(tx, 'join-request.hidden', { subjectId: id, actorId: null, data: {} })
  return true
}

/** Shows the texts of a hidden join request again. One that has ended stays so: its sender can ask again. */
export async function unhideJoinRequest(tx: Queryable, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update join_requests set hidden_at = null where id = ${id} and hidden_at is not null`.execute(
    tx,
  )
  return numAffectedRows > 0n
}

const isOpen = sql`state in ('waiting', 'talking')`
