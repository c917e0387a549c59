import type { Database } from '../../../platform/db/database.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'

/** A row that names the member in every table of the feature. */
export async function createMemberRows(db: Database, memberId: string): Promise<void> {
  const author = await createMemberFixture(db, 'author-of-team')
  const post = await createPostFixture(db, author)
  await db
    .insertInto('team_members')
    .values({ post_id: post, member_id: memberId, role_title: 'Developer' })
    .execute()
}
