import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepareStatement, toCompilable } from '../db/prepared-statement.ts'
import { SESSION_IDLE_TIMEOUT } from '../http/session.ts'

/** The ids of those sessions that are still valid. */
export async function selectLiveSessions(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await liveSessionsStatement.run(db, { ids })
  return new Set(rows.map(({ id }) => id))
}

const liveSessionsStatement = prepareStatement<{ ids: string[] }, { id: string }>((placeholder) =>
  toCompilable(sql`
    select sessions.id from sessions
    join members on members.id = member_id and members.deleted_at is null
    where sessions.id = any(${placeholder('ids')}::uuid[]) and expires_at > now()
      and last_seen_at > now() - interval '${sql.raw(SESSION_IDLE_TIMEOUT)}'`),
)

/** Whether the member exists and is not deleted. */
export async function isLiveMember(db: Database, memberId: string): Promise<boolean> {
  const rows = await liveMemberStatement.run(db, { memberId })
  return rows.length > 0
}

const liveMemberStatement = prepareStatement<{ memberId: string }, { id: string }>((placeholder) =>
  toCompilable(sql`
    select id from members where id = ${placeholder('memberId')} and deleted_at is null`),
)
