import { LIKE_MILESTONES } from '@dolph/contract/notifications/notifications'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { insertEventsFrom } from '../../platform/events/insert-event.ts'

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
  like: Like,
  liked?: boolean,
): Promise<LikeState | undefined> {
  const [state] = await getLikeStatement(liked).run(db, like)
  return state
}

/** One statement writes the like, its counter and the rank change, in one round trip and one transaction. */
export function getLikeStatement(liked: boolean | undefined) {
  return liked === undefined ? toggleLikeStatement : liked ? addLikeStatement : removeLikeStatement
}

/** A like of the author counts as well and is left out by the subscriber, so that the number after each milestone may be one. */
const MILESTONE_COUNTS = sql.join(
  LIKE_MILESTONES.flatMap((milestone) => [sql.lit(milestone), sql.lit(milestone + 1)]),
)

type LikePlaceholderFactory = (key: keyof Like) => string

const addLikeStatement = prepareStatement<Like, LikeState>(
  (placeholder) =>
    toCompilable(sql`
    with post as ${lockPostSql(placeholder)},
    added as ${insertLikeSql(placeholder, sql`true`)},
    ${updateCountersSql(sql`select post_id, 1 as step from added`)},
    ${milestoneEventsSql(placeholder)}
    select ${likeCountSql()}, true as "isLiked" from post`),
  { insertsEvents: true },
)

const removeLikeStatement = prepareStatement<Like, LikeState>((placeholder) =>
  toCompilable(sql`
    with post as ${lockPostSql(placeholder)},
    removed as ${deleteLikeSql(placeholder)},
    ${updateCountersSql(sql`select post_id, -1 as step from removed`)}
    select ${likeCountSql()}, false as "isLiked" from post`),
)

const toggleLikeStatement = prepareStatement<Like, LikeState>(
  (placeholder) =>
    toCompilable(sql`
    with post as ${lockPostSql(placeholder)},
    removed as ${deleteLikeSql(placeholder)},
    added as ${insertLikeSql(placeholder, sql`not exists (select from removed)`)},
    ${updateCountersSql(sql`select post_id, 1 as step from added union all select post_id, -1 from removed`)},
    ${milestoneEventsSql(placeholder)}
    select ${likeCountSql()}, not exists (select from removed) as "isLiked" from post`),
  { insertsEvents: true },
)

// The post is locked first, as a deletion does: the same order on both sides prevents a deadlock. A hidden post exists for its
// author only.
function lockPostSql(placeholder: LikePlaceholderFactory): RawBuilder<unknown> {
  return sql`(
    select id from posts where id = ${placeholder('postId')}::uuid
      and (hidden_at is null or author_id = ${placeholder('memberId')}::uuid) for key share)`
}

function insertLikeSql(
  placeholder: LikePlaceholderFactory,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    insert into post_likes (post_id, member_id) select id, ${placeholder('memberId')}::uuid from post
    where ${condition} on conflict do nothing returning post_id)`
}

function deleteLikeSql(placeholder: LikePlaceholderFactory): RawBuilder<unknown> {
  return sql`(
    delete from post_likes where post_id = (select id from post) and member_id = ${placeholder('memberId')}::uuid
    returning post_id)`
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

function milestoneEventsSql(placeholder: LikePlaceholderFactory): RawBuilder<unknown> {
  return sql`milestone_events as (${insertEventsFrom('post.milestone-reached', {
    from: sql`added cross join counters where like_count in (${MILESTONE_COUNTS})`,
    subjectId: sql`post_id`,
    actorId: sql`${placeholder('memberId')}::uuid`,
    data: {},
  })})`
}

function likeCountSql(): RawBuilder<unknown> {
  return sql`
    coalesce((select like_count from counters), (select like_count from unchanged), 0) as "likeCount"`
}
