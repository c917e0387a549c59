import { sql } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'

/** The requests for a role that were declined because the last seat was taken. */
export async function selectDeclinedAsFilled(db: Database, roleId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from join_requests
    where role_id = ${roleId} and reason = 'filled' and answered_at is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
