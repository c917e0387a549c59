import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'

/**
 * Deletes the waiting and parked events that name the member as actor, as subject or in `data`. Part of the transaction
 * that deletes the member, so that none can be parked in between.
 */
export async function eraseMemberEvents(tx: Queryable, memberId: string): Promise<void> {
  for (const table of ['events', 'failed_events'] as const) {
    await sql`
      delete from ${sql.table(table)}
      where actor_id = ${memberId} or subject_id = ${memberId}
        or jsonb_path_exists(data, '$.** ? (@ == $id)', jsonb_build_object('id', ${memberId}::text))
    `.execute(tx)
  }
}
