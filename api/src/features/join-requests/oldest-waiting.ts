import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'

/** When the oldest request to join that still waits for an answer was sent; null without any. */
export async function selectOldestWaitingAt(db: Database): Promise<string | null> {
  return (await oldestWaitingStatement.run(db, {}))[0]?.createdAt ?? null
}

export const oldestWaitingStatement = prepareStatement<object, { createdAt: string }>(() =>
  toCompilable(sql`
    select created_at as "createdAt" from join_requests
    where state = 'waiting' and not from_owner order by id limit 1`),
)
