import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { MemberErasure } from '../../platform/define-feature.ts'

const BATCH_SIZE = 500

/**
 * Deletes the member's notifications, and takes the member's comments out of those of others. It comes before the erasure of
 * the comments, which name their author; notifications that follow meanwhile are removed by the event `comment.deleted`.
 */
export const notificationErasure: MemberErasure = {
  deleteBatch: async ({ db }, memberId) => {
    const hasRemoved = await removeComments(db, memberId)
    return (await deleteNotifications(db, memberId)) || hasRemoved
  },
  hasRows: async (tx, memberId) => {
    const row = await tx
      .selectFrom('notifications')
      .select('id')
      .where('member_id', '=', memberId)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
}

async function deleteNotifications(db: Queryable, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    with deleted as (
      delete from notifications where member_id = ${memberId} and id in (
        select id from notifications where member_id = ${memberId} limit ${BATCH_SIZE})
      returning id),
    counted as (
      delete from notification_comments using deleted
      where notification_comments.member_id = ${memberId} and notification_comments.notification_id = deleted.id)
    select from deleted
  `.execute(db)
  return rows.length > 0
}

async function removeComments(db: Database, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select distinct comments.id from comments
    join notification_comments on notification_comments.comment_id = comments.id
    where comments.author_id = ${memberId} limit ${BATCH_SIZE}
  `.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`select remove_notified_comments(${ids})`.execute(db)
  return ids.length > 0
}
