import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

export interface PostMute {
  memberId: string
  postId: string
}

/** Undefined when there is no such post. */
export async function selectPostMute(
  db: Queryable,
  { memberId, postId }: PostMute,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ isMuted: boolean }>`
    select exists (select from post_mutes where member_id = ${memberId} and post_id = posts.id) as "isMuted"
    from posts where id = ${postId}
  `.execute(db)
  return rows[0]?.isMuted
}

/** False when there is no such post. */
export async function insertPostMute(
  db: Queryable,
  { memberId, postId }: PostMute,
): Promise<boolean> {
  const { rows } = await sql`
    with post as (select id from posts where id = ${postId} for key share),
    added as (
      insert into post_mutes (member_id, post_id) select ${memberId}, id from post on conflict do nothing)
    select from post
  `.execute(db)
  return rows.length > 0
}

/** False when there is no such post. */
export async function deletePostMute(
  db: Queryable,
  { memberId, postId }: PostMute,
): Promise<boolean> {
  const { rows } = await sql`
    with removed as (delete from post_mutes where member_id = ${memberId} and post_id = ${postId})
    select from posts where id = ${postId}
  `.execute(db)
  return rows.length > 0
}
