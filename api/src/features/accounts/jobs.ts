import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Queryable } from '../../db/database.ts'
import { deleteMemberPictures } from '../../files/pictures.ts'
import type { Jobs } from '../../jobs/worker.ts'
import { DELETE_MEMBER_JOB } from './delete-account.ts'

const ROWS_BATCH_SIZE = 500
/** Nobody can comment on their posts meanwhile. */
const COMMENTS_BATCH_SIZE = 100
/** Each takes its likes and comments with it. */
const POSTS_BATCH_SIZE = 10
const UNVERIFIED_HOURS = 24
const MemberJob = z.object({ memberId: z.uuid() })

export const accountJobs: Jobs = ({ db }) => ({
  [DELETE_MEMBER_JOB]: async (payload) => deleteMemberData(db, MemberJob.parse(payload).memberId),
  'forget-expired': async () => deleteExpired(db),
})

/**
 * Takes away everything that names the member, a part at a time, the member last. Each part commits by itself and
 * finds nothing the second time: a worker may die anywhere, and the next one goes on from there.
 */
async function deleteMemberData(db: Database, memberId: string): Promise<void> {
  while ((await deleteLikes(db, memberId)) > 0);
  while ((await softDeleteComments(db, memberId)) > 0);
  while ((await deletePosts(db, memberId)) > 0);
  while ((await deleteMessageKeys(db, memberId)) > 0);
  while (await deleteOrphanedConversation(db, memberId));
  await deleteSearchName(db, memberId)
  await db.transaction().execute(async (tx) => {
    // From here on nothing can refer to the member; a like that was still on its way is taken back like the others.
    await sql`select from members where id = ${memberId} for update`.execute(tx)
    await deleteLikes(tx, memberId)
    await deleteMemberPictures(tx, memberId)
    await tx.deleteFrom('members').where('id', '=', memberId).execute()
  })
}

async function deleteLikes(db: Queryable, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with taken as (
      delete from post_likes where (post_id, member_id) in (
        select post_id, member_id from post_likes where member_id = ${memberId} limit ${ROWS_BATCH_SIZE})
      returning post_id),
    counted as (
      update post_stats set like_count = like_count - 1
      from taken where post_stats.post_id = taken.post_id),
    noted as (insert into post_rank_changes (post_id) select post_id from taken)
    select count(*) from taken
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** What somebody else replied to stays, as a stone without words or author. */
async function softDeleteComments(db: Database, memberId: string): Promise<number> {
  const some = await db
    .selectFrom('comments')
    .select('id')
    .where('author_id', '=', memberId)
    .orderBy('id')
    .limit(COMMENTS_BATCH_SIZE)
    .execute()
  await sql`select bury_comments(${some.map(({ id }) => id)}, ${memberId})`.execute(db)
  // Not how many were buried: another worker may have been first with these, and there may be more.
  return some.length
}

async function deletePosts(db: Database, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from posts where id in (
        select id from posts where author_id = ${memberId} limit ${POSTS_BATCH_SIZE}) returning id)
    select count(*) from gone
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** What they called their messages. The messages stay with those who received them. */
async function deleteMessageKeys(db: Database, memberId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from message_keys where (sender_id, temp_id) in (
      select sender_id, temp_id from message_keys where sender_id = ${memberId} limit ${ROWS_BATCH_SIZE})
  `.execute(db)
  return Number(numAffectedRows)
}

/** What was said with somebody who has gone too is nobody's any more. Gives whether there may be more. */
async function deleteOrphanedConversation(db: Database, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select conversation_id as id from conversation_sides as own
    where member_id = ${memberId} and not exists (
      select from conversation_sides as other
      where other.member_id = own.peer_id and other.peer_id = own.member_id)
    limit 1
  `.execute(db)
  const [conversation] = rows
  if (!conversation) return false
  const { numAffectedRows } = await sql`
    delete from messages where shard = shard_of(${conversation.id}) and id in (
      select id from messages
      where shard = shard_of(${conversation.id}) and conversation_id = ${conversation.id} limit ${ROWS_BATCH_SIZE})
  `.execute(db)
  if (numAffectedRows === 0n) {
    await db
      .deleteFrom('conversation_sides')
      .where('member_id', '=', memberId)
      .where('conversation_id', '=', conversation.id)
      .execute()
    await db.deleteFrom('conversations').where('id', '=', conversation.id).execute()
  }
  return true
}

/** The search knows the names of those who posted, as words that begin with a space. */
async function deleteSearchName(db: Database, memberId: string): Promise<void> {
  await sql`select forget_word(' ' || lower(username)) from members where id = ${memberId}`.execute(
    db,
  )
}

/** Sessions, links and half-finished sign-ups whose time is over. */
async function deleteExpired(db: Database): Promise<void> {
  const now = sql<string>`now()`
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
  await db.deleteFrom('links').where('expires_at', '<', now).execute()
  await db.deleteFrom('google_sign_ups').where('expires_at', '<', now).execute()
  await db.deleteFrom('retired_usernames').where('until', '<', now).execute()
  await sql`
    delete from members where id in (
      select member_id from accounts
      where verified_at is null and created_at < now() - make_interval(hours => ${UNVERIFIED_HOURS}))
  `.execute(db)
}
