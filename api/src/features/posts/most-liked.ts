import { sql } from 'kysely'
import type { AliasedExpression } from 'kysely'
import { compiler } from '../../db/database.ts'
import type { FeedQuery } from './feed-query.ts'
import type { FeedSlot } from './feed-values.ts'
import type { Page } from './written-posts.ts'

/** The most liked of all posts, or of those since some moment, by their ranks. */
export function mostLiked(query: FeedQuery, slot: FeedSlot, size: number): Page {
  return compiler
    .selectFrom(bestRanks(query, slot, size))
    .innerJoin('posts', 'posts.id', 'ranks.post_id')
    .selectAll('posts')
    .select('ranks.like_count as likes')
    .as('posts')
}

type Ranks = AliasedExpression<{ post_id: string; like_count: number }, 'ranks'>

/** The first `size` ranks of what is asked for. */
export function bestRanks(query: FeedQuery, slot: FeedSlot, size: number): Ranks {
  return query.since === null ? bestOfAll(query, slot, size) : bestOfBuckets(query, slot, size)
}

function bestOfAll(query: FeedQuery, slot: FeedSlot, size: number): Ranks {
  return walk(query, slot, size).as('ranks')
}

/** The best of each day and month, and of those the best: few walks along an index, each with its own end. */
function bestOfBuckets(query: FeedQuery, slot: FeedSlot, size: number): Ranks {
  const ofDay = walk(query, slot, size).where('day', '=', sql<number>`bucket`)
  const ofMonth = walk(query, slot, size).where('month', '=', sql<number>`bucket`)
  return sql<{ post_id: string; like_count: number }>`(
    select post_id, like_count from (
      select best.* from unnest(${slot('days')}::int[]) as bucket cross join lateral ${ofDay} as best
      union all
      select best.* from unnest(${slot('months')}::int[]) as bucket cross join lateral ${ofMonth} as best
    ) as best
    order by like_count desc, post_id desc limit ${sql.lit(size)})`.as('ranks')
}

function walk(query: FeedQuery, slot: FeedSlot, size: number) {
  return compiler
    .selectFrom('post_ranks')
    .select(['post_id', 'like_count'])
    .$if(query.type !== null, (ranks) => ranks.where('type', '=', slot('type')))
    .$if(query.since !== null, (ranks) => ranks.where('post_id', '>=', slot('since')))
    .$if(query.before !== null, (ranks) =>
      ranks.where(
        sql<boolean>`(like_count, post_id) < (${slot('beforeLikes')}::int, ${slot('beforeId')}::uuid)`,
      ),
    )
    .orderBy('like_count', 'desc')
    .orderBy('post_id', 'desc')
    .limit(sql.lit(size))
}

/** What one member wrote is little: it is sorted as it stands, without the ranks. */
export function mostLikedOfAuthor(query: FeedQuery, slot: FeedSlot, size: number): Page {
  const likes = sql<number>`coalesce(like_count, 0)`
  return compiler
    .selectFrom('posts')
    .leftJoin('post_stats', 'post_id', 'id')
    .selectAll('posts')
    .select(likes.as('likes'))
    .where('author_id', '=', slot('author'))
    .$if(query.type !== null, (posts) => posts.where('type', '=', slot('type')))
    .$if(query.since !== null, (posts) => posts.where('id', '>=', slot('since')))
    .$if(query.before !== null, (posts) =>
      posts.where(
        sql<boolean>`(${likes}, id) < (${slot('beforeLikes')}::int, ${slot('beforeId')}::uuid)`,
      ),
    )
    .orderBy('likes', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(size))
    .as('posts')
}
