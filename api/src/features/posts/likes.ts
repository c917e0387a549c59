import { LIKE_MILESTONES } from '@dolph/contract/notifications/notifications'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { insertEventsFrom } from '../../platform/events/insert-event.ts'

/** A like of the author counts as well and is left out by the subscriber, so that the number after each milestone may be one. */
const MILESTONE_COUNTS = LIKE_MILESTONES.flatMap((milestone) => [milestone, milestone + 1])

export interface Like {
  postId: string
  memberId: string
}

export interface LikeState {
  likeCount: number
  isLiked: boolean
}

/** Likes or unlikes a post; without `liked`, toggles. Undefined when there is no such post. */
export async function setLike(
  db: Database,
  { postId, memberId }: Like,
  liked?: boolean,
): Promise<LikeState | undefined> {
  if (liked !== undefined) {
    const [likeCount] = (await setLikes(db, { postId, memberIds: [memberId] }, liked)).values()
    return likeCount === undefined ? undefined : { likeCount, isLiked: liked }
  }
  const [state] = await toggleLikeStatement.run(db, { postId, memberId })
  return state
}

interface Likes {
  postId: string
  /** Each member once. */
  memberIds: string[]
}

/** Likes or unlikes a post for several members. The result has the new count for each member for whom the post exists. */
export async function setLikes(
  db: Database,
  likes: Likes,
  liked: boolean,
): Promise<Map<string, number>> {
  const rows = await (liked ? addLikesStatement : removeLikesStatement).run(db, likes)
  return new Map(rows.map(({ memberId, likeCount }) => [memberId, likeCount]))
}

interface LikeRow {
  memberId: string
  likeCount: number
}

// One statement writes the likes, their counter and the rank change, in one round trip and one transaction. A hidden post exists for
// its author only. The likes are written in the order of their members: two processes with the same members cannot deadlock.
const addLikesStatement = prepareStatement<Likes, LikeRow>(
  (placeholder) =>
    toCompilable(sql`
    with post as ${lockPostSql(placeholder('postId'))},
    likers as ${likersSql(placeholder('memberIds'))},
    added as ${insertLikesSql(sql`likers`)},
    ${updateCountersSql(sql`select post_id, count(*)::integer as step from added group by post_id`)},
    ${milestoneEventsSql()}
    select member_id as "memberId", ${likeCountSql()} from likers`),
  { insertsEvents: true },
)

const removeLikesStatement = prepareStatement<Likes, LikeRow>((placeholder) =>
  toCompilable(sql`
    with post as ${lockPostSql(placeholder('postId'))},
    likers as ${likersSql(placeholder('memberIds'))},
    locked as (
      select member_id from post_likes
      where post_id = (select id from post) and member_id in (select member_id from likers)
      order by member_id for update),
    removed as (
      delete from post_likes
      where post_id = (select id from post) and member_id in (select member_id from locked)
      returning post_id),
    ${updateCountersSql(sql`select post_id, -count(*)::integer as step from removed group by post_id`)}
    select member_id as "memberId", ${likeCountSql()} from likers`),
)

export const toggleLikeStatement = prepareStatement<Like, LikeState>(
  (placeholder) =>
    toCompilable(sql`
    with post as ${lockPostSql(placeholder('postId'))},
    liker as ${likersSql(sql`array[${placeholder('memberId')}::uuid]`)},
    removed as (
      delete from post_likes
      where post_id = (select id from post) and member_id = (select member_id from liker)
      returning post_id),
    added as ${insertLikesSql(sql`liker where not exists (select from removed)`)},
    ${updateCountersSql(sql`select post_id, 1 as step from added union all select post_id, -1 from removed`)},
    ${milestoneEventsSql()}
    select ${likeCountSql()}, not exists (select from removed) as "isLiked" from liker`),
  { insertsEvents: true },
)

// The post is locked first, as a deletion does: the same order on both sides prevents a deadlock.
function lockPostSql(postId: string): RawBuilder<unknown> {
  return sql`(select id, author_id, hidden_at from posts where id = ${postId}::uuid for key share)`
}

function likersSql(memberIds: unknown): RawBuilder<unknown> {
  return sql`(
    select member_id from post cross join unnest(${memberIds}::uuid[]) as member_id
    where hidden_at is null or author_id = member_id)`
}

function insertLikesSql(likers: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    insert into post_likes (post_id, member_id) select (select id from post), member_id from ${likers}
    order by member_id on conflict do nothing returning post_id, member_id)`
}

// A like that changes nothing still returns the current count: of two concurrent clicks the second waits for the first, and
// reads the row with a lock because its own snapshot is older than the first one's count.
function updateCountersSql(change: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    change as (${change}),
    counters as (
      update post_stats set like_count = like_count + step from change
      where post_stats.post_id = change.post_id returning like_count),
    rank_changes as (insert into post_rank_changes (post_id) select post_id from change),
    unchanged as (
      select like_count from post_stats
      where post_id = (select id from post) and not exists (select from change) for no key update)`
}

// An event for each new like: the subscriber leaves out those of the author and of members with a block.
function milestoneEventsSql(): RawBuilder<unknown> {
  return sql`milestone_events as (${insertEventsFrom('post.milestone-reached', {
    from: sql`added cross join counters cross join change where exists (
      select from unnest(${sql.lit(`{${MILESTONE_COUNTS.join()}}`)}::integer[]) as milestone
      where milestone > like_count - step and milestone <= like_count)`,
    subjectId: sql`added.post_id`,
    actorId: sql`added.member_id`,
    data: {},
  })})`
}

function likeCountSql(): RawBuilder<unknown> {
  return sql`
    coalesce((select like_count from counters), (select like_count from unchanged), 0) as "likeCount"`
}
