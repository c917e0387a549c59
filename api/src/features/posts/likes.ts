import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '../../db/database.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'

export interface Like {
  postId: string
  memberId: string
}

export interface LikeState {
  likeCount: number
  isLiked: boolean
}

/** Likes, unlikes, or without `liked` the other of the two. Undefined when there is no such post. */
export async function setLike(
  db: Database,
  like: Like,
  liked?: boolean,
): Promise<LikeState | undefined> {
  const [state] = await getLikeStatement(liked).run(db, like)
  return state
}

/** One statement, so one round trip and one moment: the like, its counter and the note for the ranks. */
export function getLikeStatement(liked: boolean | undefined) {
  return liked === undefined ? toggleLikeStatement : liked ? addLikeStatement : removeLikeStatement
}

type LikePlaceholderFactory = (key: keyof Like) => string

const addLikeStatement = prepareStatement<Like, LikeState>((slot) =>
  toCompilable(sql`
    with post as ${lockPostSql(slot)},
    added as ${insertLikeSql(slot, sql`true`)},
    ${updateCountersSql(sql`select post_id, 1 as step from added`)}
    select ${likeCountSql()}, true as "isLiked" from post`),
)

const removeLikeStatement = prepareStatement<Like, LikeState>((slot) =>
  toCompilable(sql`
    with post as ${lockPostSql(slot)},
    removed as ${deleteLikeSql(slot)},
    ${updateCountersSql(sql`select post_id, -1 as step from removed`)}
    select ${likeCountSql()}, false as "isLiked" from post`),
)

const toggleLikeStatement = prepareStatement<Like, LikeState>((slot) =>
  toCompilable(sql`
    with post as ${lockPostSql(slot)},
    removed as ${deleteLikeSql(slot)},
    added as ${insertLikeSql(slot, sql`not exists (select from removed)`)},
    ${updateCountersSql(sql`select post_id, 1 as step from added union all select post_id, -1 from removed`)}
    select ${likeCountSql()}, not exists (select from removed) as "isLiked" from post`),
)

// Locked before anything else, as a deletion does it: neither can then wait for the other in a circle.
function lockPostSql(slot: LikePlaceholderFactory): RawBuilder<unknown> {
  return sql`(select id from posts where id = ${slot('postId')}::uuid for key share)`
}

function insertLikeSql(
  slot: LikePlaceholderFactory,
  isWanted: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    insert into post_likes (post_id, member_id) select id, ${slot('memberId')}::uuid from post
    where ${isWanted} on conflict do nothing returning post_id)`
}

function deleteLikeSql(slot: LikePlaceholderFactory): RawBuilder<unknown> {
  return sql`(
    delete from post_likes where post_id = (select id from post) and member_id = ${slot('memberId')}::uuid
    returning post_id)`
}

// What changed nothing still tells the truth: of two clicks at once the second waits for the first, whose count is
// younger than the second's view of the table. A locked row is read as it is now.
function updateCountersSql(change: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    change as (${change}),
    counted as (
      update post_stats set like_count = like_count + step from change
      where post_stats.post_id = change.post_id returning like_count),
    noted as (insert into post_rank_changes (post_id) select post_id from change),
    unchanged as (
      select like_count from post_stats
      where post_id = (select id from post) and not exists (select from change) for no key update)`
}

function likeCountSql(): RawBuilder<unknown> {
  return sql`
    coalesce((select like_count from counted), (select like_count from unchanged), 0) as "likeCount"`
}
