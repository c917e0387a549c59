import { sql } from 'kysely'
import type { AliasedExpression } from 'kysely'
import { queryCompiler } from '../../../platform/db/database.ts'
import { includesHiddenPosts, type FeedQuery } from './feed-query.ts'
import type { FeedPlaceholderFactory } from './feed-parameters.ts'
import type { PostPageSubquery } from '../post-json.ts'

/** The page of the most liked posts, of all time or since a time, by their ranks. */
export function buildMostLikedPage(
  query: FeedQuery,
  placeholder: FeedPlaceholderFactory,
  size: number,
): PostPageSubquery {
  return queryCompiler
    .selectFrom(buildTopRanks(query, placeholder, size))
    .innerJoin('posts', 'posts.id', 'ranks.post_id')
    .where('posts.hidden_at', 'is', null)
    .selectAll('posts')
    .select('ranks.like_count as likes')
    .as('posts')
}

type RankRows = AliasedExpression<{ post_id: string; like_count: number }, 'ranks'>

/** The first `size` ranks that the query selects. */
export function buildTopRanks(
  query: FeedQuery,
  placeholder: FeedPlaceholderFactory,
  size: number,
): RankRows {
  return query.since === null
    ? buildTopRanksOverall(query, placeholder, size)
    : buildTopRanksByBucket(query, placeholder, size)
}

function buildTopRanksOverall(
  query: FeedQuery,
  placeholder: FeedPlaceholderFactory,
  size: number,
): RankRows {
  return buildRankScan(query, placeholder, size).as('ranks')
}

/** Merges the best of each day and month: a few index scans, each with a limit of its own. */
function buildTopRanksByBucket(
  query: FeedQuery,
  placeholder: FeedPlaceholderFactory,
  size: number,
): RankRows {
  const dailyScan = buildRankScan(query, placeholder, size).where('day', '=', sql<number>`bucket`)
  const monthlyScan = buildRankScan(query, placeholder, size).where(
    'month',
    '=',
    sql<number>`bucket`,
  )
  return sql<{ post_id: string; like_count: number }>`(
    select post_id, like_count from (
      select best.* from unnest(${placeholder('days')}::int[]) as bucket cross join lateral ${dailyScan} as best
      union all
      select best.* from unnest(${placeholder('months')}::int[]) as bucket cross join lateral ${monthlyScan} as best
    ) as best
    order by like_count desc, post_id desc limit ${sql.lit(size)})`.as('ranks')
}

function buildRankScan(query: FeedQuery, placeholder: FeedPlaceholderFactory, size: number) {
  return queryCompiler
    .selectFrom('post_ranks')
    .select(['post_id', 'like_count'])
    .$if(query.type !== null, (ranks) => ranks.where('type', '=', placeholder('type')))
    .$if(query.since !== null, (ranks) => ranks.where('post_id', '>=', placeholder('since')))
    .$if(query.before !== null, (ranks) =>
      ranks.where(
        sql<boolean>`(like_count, post_id) < (${placeholder('beforeLikes')}::int, ${placeholder('beforeId')}::uuid)`,
      ),
    )
    .orderBy('like_count', 'desc')
    .orderBy('post_id', 'desc')
    .limit(sql.lit(size))
}

/** The page of one author's most liked posts: few enough to sort them without the ranks. */
export function buildMostLikedAuthorPage(
  query: FeedQuery,
  placeholder: FeedPlaceholderFactory,
  size: number,
): PostPageSubquery {
  const likes = sql<number>`coalesce(like_count, 0)`
  return queryCompiler
    .selectFrom('posts')
    .leftJoin('post_stats', 'post_id', 'id')
    .selectAll('posts')
    .select(likes.as('likes'))
    .where('author_id', '=', placeholder('author'))
    .$if(!includesHiddenPosts(query), (posts) => posts.where('hidden_at', 'is', null))
    .$if(query.type !== null, (posts) => posts.where('type', '=', placeholder('type')))
    .$if(query.since !== null, (posts) => posts.where('id', '>=', placeholder('since')))
    .$if(query.before !== null, (posts) =>
      posts.where(
        sql<boolean>`(${likes}, id) < (${placeholder('beforeLikes')}::int, ${placeholder('beforeId')}::uuid)`,
      ),
    )
    .orderBy('likes', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(size))
    .as('posts')
}
