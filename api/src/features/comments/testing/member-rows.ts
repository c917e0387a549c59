import type { Database } from '../../../platform/db/database.ts'
import { createPostFixture } from '../../../testing/fixtures.ts'

/** A row that names the member in every table of the feature. */
export async function createMemberRows(
  db: Database,
  memberId: string,
  others: readonly string[],
): Promise<void> {
  for (const other of others) {
    const post = await createPostFixture(db, other, { title: 'Wave' })
    await db
      .insertInto('comments')
      .values({ post_id: post, author_id: memberId, content: 'Hello' })
      .execute()
    const { id } = await db
      .insertInto('comments')
      .values({ post_id: post, author_id: other, content: 'Hello @member' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('mentions').values({ comment_id: id, member_id: memberId }).execute()
    await db
      .updateTable('post_stats')
      .set({ comment_count: 2 })
      .where('post_id', '=', post)
      .execute()
  }
}
