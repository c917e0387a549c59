import type { Database } from '../../../platform/db/database.ts'
import {
  createJoinRequestFixture,
  createMemberFixture,
  createPostFixture,
  createRoleFixture,
} from '../../../testing/fixtures.ts'

/** A row that names the member in every column of the feature. */
export async function createMemberRows(db: Database, memberId: string): Promise<void> {
  const other = await createMemberFixture(db, 'other-side')
  const ownRole = await createRoleFixture(db, await createPostFixture(db, memberId))
  const otherRole = await createRoleFixture(db, await createPostFixture(db, other))
  await createJoinRequestFixture(db, { roleId: ownRole, memberId: other })
  await createJoinRequestFixture(db, { roleId: otherRole, memberId })
  // Answered and sent as a co-owner.
  const third = await createMemberFixture(db, 'third-side')
  const answered = { state: 'declined', answered_by: memberId } as const
  await createJoinRequestFixture(db, { roleId: otherRole, memberId: third }, answered)
  const invitation = { from_owner: true, hours: null, sender_id: memberId }
  await createJoinRequestFixture(db, { roleId: otherRole, memberId: third }, invitation)
}
