import type { Follow } from '@dolph/contract/posts/posts'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'

interface FollowKey {
  postId: string
  memberId: string
}

/**
 * Saves the post for the member, also to be notified of its updates. Undefined when they can read no such post. It keeps its place in
 * the list when the level changes. The lock on the post makes its deletion wait, which then deletes this row too.
 */
export async function upsertFollow(
  db: Queryable,
  { postId, memberId }: FollowKey,
  withUpdates: boolean,
): Promise<Follow | undefined> {
  const { rows } = await sql`
    with post as (
      select id from posts
      where id = ${postId} and (hidden_at is null or author_id = ${memberId}) for key share)
    insert into follows (member_id, post_id, with_updates)
    select ${memberId}, id, ${withUpdates} from post
    on conflict (member_id, post_id) do update set with_updates = excluded.with_updates
    returning member_id
  `.execute(db)
  if (rows.length === 0) return undefined
  return withUpdates ? 'following' : 'saved'
}

/** Undefined when the member neither follows nor can read such a post: one that was hidden since can still be taken off the list. */
export async function deleteFollow(
  db: Queryable,
  { postId, memberId }: FollowKey,
): Promise<Follow | undefined> {
  const { rows } = await sql`
    with deleted as (
      delete from follows where member_id = ${memberId} and post_id = ${postId} returning post_id)
    select post_id from deleted
    union all
    select id from posts where id = ${postId} and (hidden_at is null or author_id = ${memberId})
  `.execute(db)
  return rows.length === 0 ? undefined : 'none'
}
