import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'

/**
 * Locks the project of a post, and creates its row where nothing was said yet. False if there is no such post. What changes roles
 * or the team of a post calls this first: their counts are written to this row, and two that lock in another order would deadlock.
 */
export async function lockProject(tx: Queryable, postId: string): Promise<boolean> {
  // The share lock of the post: a post that is being deleted would refuse the row by its foreign key.
  const { rows } = await sql`select from posts where id = ${postId} for key share`.execute(tx)
  if (rows.length === 0) return false
  await sql`insert into projects (post_id) values (${postId}) on conflict do nothing`.execute(tx)
  await sql`select from projects where post_id = ${postId} for no key update`.execute(tx)
  return true
}

/** Notes that an owner answered, wrote or edited: it confirms all open and paused roles of the post. */
export async function markProjectAlive(tx: Queryable, postId: string): Promise<void> {
  await sql`update projects set alive_at = clock_timestamp() where post_id = ${postId}`.execute(tx)
  // The trigger of `roles` writes the terms of the roles anew.
  await sql`
    update roles set confirmed_on = (now() at time zone 'UTC')::date, asked_on = null
    where post_id = ${postId} and state in ('open', 'paused')
      and (confirmed_on < (now() at time zone 'UTC')::date or asked_on is not null)`.execute(tx)
}
