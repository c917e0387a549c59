import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'

/** A row that names the member in every table of the feature. */
export async function createMemberRows(db: Database, memberId: string): Promise<void> {
  await db
    .insertInto('exports')
    .values({ member_id: memberId, key: memberId, expires_at: sql`now() + interval '1 day'` })
    .execute()
}
