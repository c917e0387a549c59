import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { insertEventsFrom } from '../../../platform/events/insert-event.ts'
import { deletePostPictures } from '../pictures/post-pictures.ts'

/** How many rows one transaction deletes, so that it stays far below the statement timeout. */
const BATCH_SIZE = 2_000

/**
 * Deletes the pictures and a batch of the comments, likes or follows of a deleted post. True if there may be more, of this post or another one. Nothing
 * can be added meanwhile: a like, a comment and a follow lock their post, which does not exist any more.
 */
export async function deletePostContent(tx: Queryable, batchSize = BATCH_SIZE): Promise<boolean> {
  // soft_delete_comments locks this row as well: two deletions of the same comments in different orders could deadlock.
  const post = await tx
    .selectFrom('deleted_posts')
    .select(['post_id as id', 'last_liker_id as lastLikerId', 'last_follower_id as lastFollowerId'])
    .orderBy('post_id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!post) return false
  await deletePostPictures(tx, post.id)
  // A post with less than a batch of each is done in one transaction.
  const hasMore =
    (await deleteReplies(tx, post.id, batchSize)) ||
    (await deleteThreads(tx, post.id, batchSize)) ||
    (await deleteLikes(tx, post, batchSize)) ||
    (await deleteFollows(tx, post, batchSize))
  if (!hasMore) await tx.deleteFrom('deleted_posts').where('post_id', '=', post.id).execute()
  return true
}

/** Deletes newest first: a comment takes its replies with it, and a reply is always newer than what it answers. */
async function deleteReplies(tx: Queryable, postId: string, batchSize: number): Promise<boolean> {
  const replies = sql`
    select id from comments where post_id = ${postId} and root_id is not null
    order by root_id desc, id desc limit ${batchSize}`
  return (await deleteComments(tx, replies)) === batchSize
}

/** Deletes the top-level comments, which have no replies left. */
async function deleteThreads(tx: Queryable, postId: string, batchSize: number): Promise<boolean> {
  const threads = sql`
    select id from comments where post_id = ${postId} and root_id is null limit ${batchSize}`
  return (await deleteComments(tx, threads)) === batchSize
}

/** Returns how many were deleted. Those that members were notified of are events. */
async function deleteComments(tx: Queryable, batch: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from comments where id = any (array(${batch})) returning id
  `.execute(tx)
  const ids = rows.map(({ id }) => id)
  // A statement of its own: the deletion may have waited for a notification of the comment.
  const notified = sql`(
    select distinct comment_id from notification_comments where comment_id = any (${ids})) as notified`
  await insertEventsFrom('comment.deleted', {
    from: notified,
    subjectId: sql`comment_id`,
    actorId: sql`null::uuid`,
    data: {},
  }).execute(tx)
  return rows.length
}

/** Continues after the last deleted like: a search from the first one would read every deleted entry of the index again. */
async function deleteLikes(
  tx: Queryable,
  post: { id: string; lastLikerId: string },
  batchSize: number,
): Promise<boolean> {
  const { rows } = await sql<{ memberId: string }>`
    select member_id as "memberId" from post_likes
    where post_id = ${post.id} and member_id > ${post.lastLikerId}
    order by member_id offset ${batchSize - 1} limit 1
  `.execute(tx)
  const lastLikerId = rows[0]?.memberId
  await tx
    .deleteFrom('post_likes')
    .where('post_id', '=', post.id)
    .where('member_id', '>', post.lastLikerId)
    .$if(lastLikerId !== undefined, (likes) => likes.where('member_id', '<=', lastLikerId ?? ''))
    .execute()
  if (lastLikerId === undefined) return false
  await tx
    .updateTable('deleted_posts')
    .set({ last_liker_id: lastLikerId })
    .where('post_id', '=', post.id)
    .execute()
  return true
}

/** Continues after the last deleted follow, like the deletion of likes. */
async function deleteFollows(
  tx: Queryable,
  post: { id: string; lastFollowerId: string },
  batchSize: number,
): Promise<boolean> {
  const { rows } = await sql<{ memberId: string }>`
    with batch as (
      select member_id from follows where post_id = ${post.id} and member_id > ${post.lastFollowerId}
      order by member_id limit ${batchSize}),
    deleted as (
      delete from follows using batch where follows.member_id = batch.member_id and post_id = ${post.id})
    select member_id as "memberId" from batch order by member_id
  `.execute(tx)
  const last = rows.at(-1)
  if (!last || rows.length < batchSize) return false
  await tx
    .updateTable('deleted_posts')
    .set({ last_follower_id: last.memberId })
    .where('post_id', '=', post.id)
    .execute()
  return true
}
