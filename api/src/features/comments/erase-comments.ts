import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'
import type { MemberErasure } from '../../define-feature.ts'
import type { RepeatErasure } from '../../erasures/repeat-erasure.ts'

/** Small, because soft deletion locks the posts of a batch against new comments. */
const BATCH_SIZE = 100
const MENTIONS_BATCH_SIZE = 500

/** A comment with replies of others stays as a tombstone without text or author. Where others name the member, the text stays without a link. */
export const commentErasure: MemberErasure = {
  deleteBatch: async ({ db }, memberId) => {
    const hasDeletedMentions = await deleteMentions(db, memberId)
    const batch = await db
      .selectFrom('comments')
      .select('id')
      .where('author_id', '=', memberId)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    await sql`select soft_delete_comments(${batch.map(({ id }) => id)}, ${memberId})`.execute(db)
    // The size of the batch, not the number of deleted comments: another worker may have deleted these, and more may follow.
    return batch.length > 0 || hasDeletedMentions
  },
  hasRows: async (tx, memberId) => {
    const comment = await tx
      .selectFrom('comments')
      .select('id')
      .where('author_id', '=', memberId)
      .limit(1)
      .executeTakeFirst()
    return comment !== undefined
  },
}

async function deleteMentions(db: Queryable, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from mentions where member_id = ${memberId} and comment_id in (
      select comment_id from mentions where member_id = ${memberId} limit ${MENTIONS_BATCH_SIZE})
    returning comment_id
  `.execute(db)
  return rows.length > 0
}

export const repeatCommentErasure: RepeatErasure = async (tx, id) => {
  await sql`
    select soft_delete_comments(array[id], author_id) from comments where id = ${id} and author_id is not null
  `.execute(tx)
}
