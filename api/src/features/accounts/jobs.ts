import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Queryable } from '../../db/database.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { deleteMemberPictures } from '../../files/pictures.ts'
import type { Jobs } from '../../jobs/worker.ts'
import { deleteLastSeen } from '../../realtime/presence.ts'
import { deleteOldAccountEvents } from './account-events.ts'
import { DELETE_MEMBER_JOB } from './deletion/delete-account.ts'
import { deleteOrphanedConversations, leaveConversations } from './deletion/delete-conversations.ts'
import { deleteExpiredDevices } from './sign-in/known-devices.ts'

const ROWS_BATCH_SIZE = 500
/** Small, because soft deletion locks the posts of a batch against new comments. */
const COMMENTS_BATCH_SIZE = 100
/** Small, because each post is deleted together with its likes and comments. */
const POSTS_BATCH_SIZE = 10
const EXPIRED = sql`expires_at < now()`
const MemberJob = z.object({ memberId: z.uuid() })

export const accountJobs: Jobs = ({ db, redis }) => ({
  [DELETE_MEMBER_JOB]: async (payload) => {
    const { memberId } = MemberJob.parse(payload)
    await deleteMemberData(db, memberId)
    await deleteLastSeen(redis, memberId)
  },
  'forget-expired': async () => deleteExpired(db),
  'delete-orphaned-conversations': async () => deleteOrphanedConversations(db),
})

/**
 * Deletes everything that names the member, in batches, the member last. Each batch commits by itself and is
 * idempotent, so another worker can continue where one died.
 */
async function deleteMemberData(db: Database, memberId: string): Promise<void> {
  do {
    while ((await deleteLikes(db, memberId)) > 0);
    while ((await softDeleteComments(db, memberId)) > 0);
    while ((await deletePosts(db, memberId)) > 0);
    while ((await deleteMessageKeys(db, memberId)) > 0);
    while (await leaveConversations(db, memberId));
    await deleteSearchName(db, memberId)
  } while (!(await deleteMember(db, memberId)))
}

/** False if a request that was under way at the deletion has added something since. */
async function deleteMember(db: Database, memberId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // The lock stops new references to the member.
    await sql`select from members where id = ${memberId} for update`.execute(tx)
    if (await hasContent(tx, memberId)) return false
    await deleteMemberPictures(tx, memberId)
    await tx.deleteFrom('members').where('id', '=', memberId).execute()
    return true
  })
}

async function hasContent(tx: Queryable, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from post_likes where member_id = ${memberId})
      or exists (select from comments where author_id = ${memberId})
      or exists (select from posts where author_id = ${memberId})
      or exists (select from message_keys where sender_id = ${memberId})
      or exists (
        select from conversation_sides join conversations on conversations.id = conversation_id
        where member_id = ${memberId}) as found
  `.execute(tx)
  return rows[0]?.found ?? false
}

async function deleteLikes(db: Database, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted_likes as (
      delete from post_likes where (post_id, member_id) in (
        select post_id, member_id from post_likes where member_id = ${memberId} limit ${ROWS_BATCH_SIZE})
      returning post_id),
    counters as (
      update post_stats set like_count = like_count - 1
      from deleted_likes where post_stats.post_id = deleted_likes.post_id),
    rank_changes as (insert into post_rank_changes (post_id) select post_id from deleted_likes)
    select count(*) from deleted_likes
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** A comment with replies of others stays as a tombstone without text or author. */
async function softDeleteComments(db: Database, memberId: string): Promise<number> {
  const batch = await db
    .selectFrom('comments')
    .select('id')
    .where('author_id', '=', memberId)
    .orderBy('id')
    .limit(COMMENTS_BATCH_SIZE)
    .execute()
  await sql`select bury_comments(${batch.map(({ id }) => id)}, ${memberId})`.execute(db)
  // The size of the batch, not the number of deleted comments: another worker may have deleted these, and more may follow.
  return batch.length
}

async function deletePosts(db: Database, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted_posts as (
      delete from posts where id in (
        select id from posts where author_id = ${memberId} limit ${POSTS_BATCH_SIZE}) returning id)
    select count(*) from deleted_posts
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes the `tempId`s of the member's messages; the messages stay with their recipients. */
async function deleteMessageKeys(db: Database, memberId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from message_keys where (sender_id, temp_id) in (
      select sender_id, temp_id from message_keys where sender_id = ${memberId} limit ${ROWS_BATCH_SIZE})
  `.execute(db)
  return Number(numAffectedRows)
}

/** The search index holds usernames of authors as words that begin with a space. */
async function deleteSearchName(db: Database, memberId: string): Promise<void> {
  await sql`select forget_word(' ' || lower(username)) from members where id = ${memberId}`.execute(
    db,
  )
}

/** Deletes expired sessions, links, retired usernames, unfinished sign-ups, devices and account events. */
async function deleteExpired(db: Database): Promise<void> {
  await deleteInBatches(db, 'sessions', EXPIRED)
  await deleteInBatches(db, 'links', EXPIRED)
  await deleteInBatches(db, 'google_sign_ups', EXPIRED)
  await deleteInBatches(db, 'retired_usernames', sql`until < now()`)
  await deleteInBatches(db, 'pending_sign_ups', EXPIRED)
  await deleteInBatches(db, 'verification_attempts', EXPIRED)
  await deleteInBatches(db, 'code_requests', EXPIRED)
  await deleteExpiredDevices(db)
  await deleteOldAccountEvents(db)
}
