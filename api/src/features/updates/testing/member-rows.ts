import type { Database } from '../../../platform/db/database.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'

/** A row that names the member in every table of the feature: an update that they wrote as a co-owner, and one that names them. */
export async function createMemberRows(db: Database, memberId: string): Promise<void> {
  const ownerId = await createMemberFixture(db, 'project-owner')
  const post = await createPostFixture(db, ownerId)
  await db
    .insertInto('updates')
    .values({ post_id: post, author_id: memberId, body: 'We have tides' })
    .execute()
  const { id } = await db
    .insertInto('updates')
    .values({ post_id: post, author_id: ownerId, body: 'Thanks @member' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('update_mentions').values({ update_id: id, member_id: memberId }).execute()
}
