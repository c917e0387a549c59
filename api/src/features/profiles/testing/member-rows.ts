import type { Database } from '../../../platform/db/database.ts'

/** A row that names the member in every table of the feature. */
export async function createMemberRows(db: Database, memberId: string): Promise<void> {
  await db
    .insertInto('pictures')
    .values({ key: 'a'.repeat(43), member_id: memberId })
    .execute()
  await db.insertInto('profiles').values({ member_id: memberId, bio: 'Tides' }).execute()
}
