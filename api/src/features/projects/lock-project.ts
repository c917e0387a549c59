import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

/**
 * Locks the project of a post and creates its row if there is none yet. Returns false if there is no such post. Whatever changes
 * the roles or the team of a post locks the project first: triggers write their counts to this row, and another order would deadlock.
 * The order of all locks is in docs/data-model.md.
 */
export async function lockProject(tx: Queryable, postId: string): Promise<boolean> {
  // The post is locked against deletion: without it the foreign key would refuse the new row.
  const { rows } = await sql`select from posts where id = ${postId} for key share`.execute(tx)
  if (rows.length === 0) return false
  await sql`insert into projects (post_id) values (${postId}) on conflict do nothing`.execute(tx)
  await sql`select from projects where post_id = ${postId} for no key update`.execute(tx)
  return true
}
