import { sql } from 'kysely'
import { queryCompiler, type Database } from '../../../db/database.ts'
import { createStatementCache, prepareStatement } from '../../../db/prepared-statement.ts'
import { getStatementLimit, type FeedQuery, type PostSortKey } from '../feed-query.ts'
import type { TermQuery } from './term-query.ts'
import {
  matchesPattern,
  getStatementShape,
  type SearchStep,
  buildSearchStep,
  type SearchParameters,
} from './search-step.ts'

/** What matches among the posts of one author: few enough to read them all. */
export async function findByAuthor(db: Database, query: FeedQuery, quest: TermQuery) {
  const step = buildSearchStep(query, quest)
  const shape = `${query.sort} ${getStatementShape(step)}`
  const found = await getOrPrepareAuthorSearch(shape, () => prepareAuthorSearch(step)).run(
    db,
    step.parameters,
  )
  return found.slice(0, query.count)
}

const getOrPrepareAuthorSearch = createStatementCache<ReturnType<typeof prepareAuthorSearch>>()

function prepareAuthorSearch(step: SearchStep) {
  const isRecent = step.query.sort === 'recent'
  const likes = sql<number | null>`${isRecent ? sql`null` : sql`coalesce(like_count, 0)`}`
  return prepareStatement<SearchParameters, PostSortKey>((slot) =>
    queryCompiler
      .selectFrom('posts')
      .innerJoin('post_search', 'post_search.post_id', 'posts.id')
      .leftJoin('post_stats', 'post_stats.post_id', 'posts.id')
      .select(['posts.id as _id', likes.as('likes')])
      .where('author_id', '=', slot('author'))
      .where('posts.id', '>=', slot('floor'))
      .where((row) => matchesPattern(row, slot, step))
      .$if(step.query.type !== null, (posts) => posts.where('posts.type', '=', slot('type')))
      .$if(isRecent, (posts) => posts.where('posts.id', '<', slot('beforeId')))
      .$if(!isRecent && step.query.before !== null, (posts) =>
        posts.where(
          sql<boolean>`(${likes}, posts.id) < (${slot('beforeLikes')}::int, ${slot('beforeId')}::uuid)`,
        ),
      )
      .$if(!isRecent, (posts) => posts.orderBy('likes', 'desc'))
      .orderBy('posts.id', 'desc')
      .limit(sql.lit(getStatementLimit(step.query))),
  )
}
