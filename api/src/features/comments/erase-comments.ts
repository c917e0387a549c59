import { sql } from 'kysely'
import type { MemberErasure } from '../../platform/define-feature.ts'
import type { RepeatErasure } from '../../privacy/erasures/repeat-erasure.ts'

/** Small, because soft deletion locks the posts of a batch against new comments. */
const BATCH_SIZE = 100

/** A comment with replies of others stays as a tombstone without text or author. */
export const commentErasure: MemberErasure = {
  deleteBatch: async ({ db }, memberId) => {
    const batch = await db
      .selectFrom('comments')
      .select('id')
      .where('author_id', '=', memberId)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute()
    await sql`select soft_delete_comments(${batch.map(({ id }) => id)}, ${memberId})`.execute(db)
    // The size of the batch, not the number of deleted comments: another worker may have deleted these, and more may follow.
    return batch.length > 0
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

export const repeatCommentErasure: RepeatErasure = async (tx, id) => {
  await sql`
    select soft_delete_comments(array[id], author_id) from comments where id = ${id} and author_id is not null
  `.execute(tx)
}
