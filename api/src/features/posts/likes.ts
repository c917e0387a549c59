import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '../../db/database.ts'
import { prepare, raw } from '../../db/prepared.ts'

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
  const [state] = await likeStatement(liked).run(db, like)
  return state
}

/** One statement, so one round trip and one moment: the like, its counter and the note for the ranks. */
export function likeStatement(liked: boolean | undefined) {
  return liked === undefined ? toggle : liked ? add : remove
}

type Slot = (key: keyof Like) => string

const add = prepare<Like, LikeState>((slot) =>
  raw(sql`
    with post as ${post(slot)},
    added as ${added(slot, sql`true`)},
    ${counted(sql`select post_id, 1 as step from added`)}
    select ${likeCount()}, true as "isLiked" from post`),
)

const remove = prepare<Like, LikeState>((slot) =>
  raw(sql`
    with post as ${post(slot)},
    removed as ${removed(slot)},
    ${counted(sql`select post_id, -1 as step from removed`)}
    select ${likeCount()}, false as "isLiked" from post`),
)

const toggle = prepare<Like, LikeState>((slot) =>
  raw(sql`
    with post as ${post(slot)},
    removed as ${removed(slot)},
    added as ${added(slot, sql`not exists (select from removed)`)},
    ${counted(sql`select post_id, 1 as step from added union all select post_id, -1 from removed`)}
    select ${likeCount()}, not exists (select from removed) as "isLiked" from post`),
)

// Locked before anything else, as a deletion does it: neither can then wait for the other in a circle.
function post(slot: Slot): RawBuilder<unknown> {
  return sql`(select id from posts where id = ${slot('postId')}::uuid for key share)`
}

function added(slot: Slot, isWanted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    insert into post_likes (post_id, member_id) select id, ${slot('memberId')}::uuid from post
    where ${isWanted} on conflict do nothing returning post_id)`
}

function removed(slot: Slot): RawBuilder<unknown> {
  return sql`(
    delete from post_likes where post_id = (select id from post) and member_id = ${slot('memberId')}::uuid
    returning post_id)`
}

// What changed nothing still tells the truth: of two clicks at once the second waits for the first, whose count is
// younger than the second's view of the table. A locked row is read as it is now.
function counted(change: RawBuilder<unknown>): RawBuilder<unknown> {
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

function likeCount(): RawBuilder<unknown> {
  return sql`
    coalesce((select like_count from counted), (select like_count from unchanged), 0) as "likeCount"`
}
