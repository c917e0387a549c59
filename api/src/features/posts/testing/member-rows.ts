import type { Database } from '../../../db/database.ts'
import { createPostFixture } from '../../../testing/fixtures.ts'
import { recountPost } from '../mutations.ts'

/** A row that names the member in every table of the feature. */
export async function createMemberRows(db: Database, memberId: string): Promise<void> {
  const post = await createPostFixture(db, memberId)
  await db.insertInto('post_likes').values({ post_id: post, member_id: memberId }).execute()
  await recountPost(db, post)
  await db.insertInto('follows').values({ post_id: post, member_id: memberId }).execute()
}
