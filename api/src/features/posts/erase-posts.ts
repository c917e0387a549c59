import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { MemberErasure } from '../../platform/define-feature.ts'
import type { RepeatErasure } from '../../privacy/erasures/repeat-erasure.ts'

const LIKES_BATCH_SIZE = 500
const POSTS_BATCH_SIZE = 100
const FOLLOWS_BATCH_SIZE = 2_000

export const postErasure: MemberErasure = {
  deleteBatch: async ({ db }, memberId) => {
    const deletedLikes = await deleteLikes(db, memberId)
    const deletedPosts = await deletePosts(db, memberId)
    const deletedFollows = await deleteFollows(db, memberId)
    if (deletedLikes > 0 || deletedPosts > 0 || deletedFollows > 0) return true
    await deleteSearchName(db, memberId)
    return false
  },
  hasRows: async (tx, memberId) => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from post_likes where member_id = ${memberId})
        or exists (select from posts where author_id = ${memberId})
        or exists (select from follows where member_id = ${memberId}) as found
    `.execute(tx)
    return rows[0]?.found ?? false
  },
}

async function deleteLikes(db: Database, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted_likes as (
      delete from post_likes where (post_id, member_id) in (
        select post_id, member_id from post_likes where member_id = ${memberId} limit ${LIKES_BATCH_SIZE})
      returning post_id),
    counters as (
      update post_stats set like_count = like_count - 1
      from deleted_likes where post_stats.post_id = deleted_likes.post_id),
    rank_changes as (insert into post_rank_changes (post_id) select post_id from deleted_likes)
    select count(*) from deleted_likes
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes one post after the other: each deletion locks the room of its team, and several would be locked in any order. */
async function deletePosts(db: Database, memberId: string): Promise<number> {
  const posts = await db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', memberId)
    .limit(POSTS_BATCH_SIZE)
    .execute()
  for (const { id } of posts) await db.deleteFrom('posts').where('id', '=', id).execute()
  return posts.length
}

async function deleteFollows(db: Database, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted as (
      delete from follows where member_id = ${memberId} and post_id in (
        select post_id from follows where member_id = ${memberId} limit ${FOLLOWS_BATCH_SIZE}) returning post_id)
    select count(*) from deleted
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** The search index holds usernames of authors as words that begin with a space. */
async function deleteSearchName(db: Database, memberId: string): Promise<void> {
  await sql`
    with name as (select ' ' || lower(username) as word from members where id = ${memberId}),
    deleted as (delete from search_words using name where search_words.word = name.word)
    delete from search_suffixes using name cross join lateral word_suffixes(name.word) as own (suffix)
    where search_suffixes.suffix = own.suffix and search_suffixes.word = name.word
  `.execute(db)
}

/** Its likes, comments and pictures follow, as for every deleted post. */
export const repeatPostErasure: RepeatErasure = async (tx, id) => {
  await tx.deleteFrom('posts').where('id', '=', id).execute()
}
