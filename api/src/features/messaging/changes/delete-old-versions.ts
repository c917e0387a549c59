import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'

const BATCH_SIZE = 1_000

/** Deletes what messages said before they were edited or deleted a week ago. */
export async function deleteOldVersions(db: Database): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from message_versions where (message_id, replaced_at) in (
        select message_id, replaced_at from message_versions
        where replaced_at < now() - interval '7 days' order by replaced_at limit ${BATCH_SIZE})`.execute(
      db,
    )
    if (numAffectedRows < BATCH_SIZE) return
  }
}
