import type { Database } from '../../../platform/db/database.ts'
import { createPostFixture } from '../../../testing/fixtures.ts'
import { recountPost } from '../mutations.ts'

/** A row that names the member in every table of the feature. */
export async function createMemberRows(db: Database, memberId: string): Promise<void> {
  const post = await createPostFixture(db, memberId)
  await db.insertInto('post_likes').values({ post_id: post, member_id: memberId }).execute()
  await recountPost(db, post)
  const picture = { key: 'p'.repeat(43), member_id: memberId, width: 1280, height: 720 }
  await db.insertInto('pictures').values(picture).execute()
  await db.insertInto('post_pictures').values({ post_id: post, picture_key: picture.key }).execute()
  await db.insertInto('follows').values({ post_id: post, member_id: memberId }).execute()
}
