import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepare, raw } from '../db/prepared.ts'
import { SESSION_IDLE } from '../http/session.ts'

/** Which of these sessions still hold. */
export async function selectLiveSessions(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await liveStatement.run(db, { ids })
  return new Set(rows.map(({ id }) => id))
}

const liveStatement = prepare<{ ids: string[] }, { id: string }>((slot) =>
  raw(sql`
    select sessions.id from sessions
    join members on members.id = member_id and members.deleted_at is null
    where sessions.id = any(${slot('ids')}::uuid[]) and expires_at > now()
      and last_seen_at > now() - interval '${sql.raw(SESSION_IDLE)}'`),
)
