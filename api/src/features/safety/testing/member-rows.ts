import type { Database } from '../../../platform/db/database.ts'
import { createMemberFixture } from '../../../testing/fixtures.ts'

/** A row that names the member in every table of the feature. The others are new members, to whom no other feature writes. */
export async function createMemberRows(db: Database, memberId: string): Promise<void> {
  const otherId = await createMemberFixture(db, 'ignored')
  const rows = [
    { member_id: memberId, other_id: otherId },
    { member_id: otherId, other_id: memberId },
  ]
  await db.insertInto('blocks').values(rows).execute()
  await db.insertInto('mutes').values(rows).execute()
}
