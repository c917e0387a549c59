import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'

/** A row that names the member in every table of the feature, as recipient and as author of what others are notified of. */
export async function createMemberRows(db: Database, memberId: string): Promise<void> {
  const otherId = await createMemberFixture(db, 'notified')
  await notifyOfComment(db, { authorId: memberId, recipientId: otherId })
  await notifyOfComment(db, { authorId: otherId, recipientId: memberId })
  const postId = await createPostFixture(db, otherId)
  await db.insertInto('notification_settings').values({ member_id: memberId }).execute()
  await db.insertInto('post_mutes').values({ member_id: memberId, post_id: postId }).execute()
  await db
    .insertInto('unread_message_mails')
    .values({
      member_id: memberId,
      conversation_id: randomUUID(),
      mailed_at: new Date().toISOString(),
    })
    .execute()
}

async function notifyOfComment(
  db: Database,
  { authorId, recipientId }: { authorId: string; recipientId: string },
): Promise<void> {
  const postId = await createPostFixture(db, recipientId)
  await db
    .updateTable('post_stats')
    .set({ comment_count: 1 })
    .where('post_id', '=', postId)
    .execute()
  await sql`
    with comment as (
      insert into comments (post_id, author_id, content) values (${postId}, ${authorId}, 'Hello') returning id)
    select notify_of_comments(${recipientId}, 'comment', ${postId}, array[id], array[${authorId}::uuid]) from comment
  `.execute(db)
}
