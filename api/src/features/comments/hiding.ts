import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

/**
 * Hides the text and author of a comment from everybody but its author; it keeps its place in the thread and its count. False
 * when there is no such comment. A hidden comment stays hidden.
 */
export async function hideComment(tx: Queryable, id: string): Promise<boolean> {
  if (!(await lockPostOfComment(tx, id))) return false
  const { numUpdatedRows } = await tx
    .updateTable('comments')
    .set({ hidden_at: sql<string>`coalesce(hidden_at, clock_timestamp())` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Brings a hidden comment back. False when there is no hidden comment. */
export async function unhideComment(tx: Queryable, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('comments')
    .set({ hidden_at: null })
    .where('id', '=', id)
    .where('hidden_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

// Adding a reply locks the post as well: no reply to the comment is added once it is hidden.
async function lockPostOfComment(tx: Queryable, id: string): Promise<boolean> {
  const post = await tx
    .selectFrom('posts')
    .select('posts.id')
    .where('posts.id', '=', (from) =>
      from.selectFrom('comments').select('post_id').where('comments.id', '=', id),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  return post !== undefined
}
