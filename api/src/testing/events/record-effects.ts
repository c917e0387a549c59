import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

/**
 * A subscriber that records one effect per event, in `post_rank_changes`: the table allows duplicates, so a second
 * delivery shows.
 */
export async function recordEffects(tx: Queryable, events: { subjectId: string }[]): Promise<void> {
  const subjectIds = events.map(({ subjectId }) => subjectId)
  await sql`insert into post_rank_changes select unnest(${subjectIds}::uuid[])`.execute(tx)
}

/** The subjects of the recorded events. */
export async function readEffects(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('post_rank_changes').select('post_id').execute()
  return rows.map((row) => row.post_id)
}
