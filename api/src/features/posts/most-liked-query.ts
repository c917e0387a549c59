import { sql } from 'kysely'
import type { AliasedExpression } from 'kysely'
import { queryCompiler } from '../../db/database.ts'
import type { FeedQuery } from './feed-query.ts'
import type { FeedPlaceholderFactory } from './feed-parameters.ts'
import type { PostPageSubquery } from './post-json.ts'

/** The most liked of all posts, or of those since some moment, by their ranks. */
export function buildMostLikedPage(
  query: FeedQuery,
  slot: FeedPlaceholderFactory,
  size: number,
): PostPageSubquery {
  return queryCompiler
    .selectFrom(buildTopRanks(query, slot, size))
    .innerJoin('posts', 'posts.id', 'ranks.post_id')
    .selectAll('posts')
    .select('ranks.like_count as likes')
    .as('posts')
}

type RankRows = AliasedExpression<{ post_id: string; like_count: number }, 'ranks'>

/** The first `size` ranks of what is asked for. */
export function buildTopRanks(
  query: FeedQuery,
  slot: FeedPlaceholderFactory,
  size: number,
): RankRows {
  return query.since === null
    ? buildTopRanksOverall(query, slot, size)
    : buildTopRanksByBucket(query, slot, size)
}

function buildTopRanksOverall(
  query: FeedQuery,
  slot: FeedPlaceholderFactory,
  size: number,
): RankRows {
  return buildRankScan(query, slot, size).as('ranks')
}

/** The best of each day and month, and of those the best: few walks along an index, each with its own end. */
function buildTopRanksByBucket(
  query: FeedQuery,
  slot: FeedPlaceholderFactory,
  size: number,
): RankRows {
  const ofDay = buildRankScan(query, slot, size).where('day', '=', sql<number>`bucket`)
  const ofMonth = buildRankScan(query, slot, size).where('month', '=', sql<number>`bucket`)
  return sql<{ post_id: string; like_count: number }>`(
    select post_id, like_count from (
      select best.* from unnest(${slot('days')}::int[]) as bucket cross join lateral ${ofDay} as best
      union all
      select best.* from unnest(${slot('months')}::int[]) as bucket cross join lateral ${ofMonth} as best
    ) as best
    order by like_count desc, post_id desc limit ${sql.lit(size)})`.as('ranks')
}

function buildRankScan(query: FeedQuery, slot: FeedPlaceholderFactory, size: number) {
  return queryCompiler
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
export function buildMostLikedAuthorPage(
  query: FeedQuery,
  slot: FeedPlaceholderFactory,
  size: number,
): PostPageSubquery {
  const likes = sql<number>`coalesce(like_count, 0)`
  return queryCompiler
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
