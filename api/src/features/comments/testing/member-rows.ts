import type { Database } from '../../../db/database.ts'
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
    await db
      .updateTable('post_stats')
      .set({ comment_count: 1 })
      .where('post_id', '=', post)
      .execute()
  }
}
