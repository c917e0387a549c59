import { sql } from 'kysely'
import { queryCompiler } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import { createStatementCache, prepareStatement } from '../../../platform/db/prepared-statement.ts'
import { getStatementLimit, type FeedQuery, type PostSortKey } from '../feed/feed-query.ts'
import type { TermQuery } from './term-query.ts'
import {
  matchesPattern,
  getStatementShape,
  type SearchStep,
  buildSearchStep,
  type SearchParameters,
} from './search-step.ts'

/** Finds matches among the posts of one author, which are few enough to read them all. */
export async function findByAuthor(reader: Reader, query: FeedQuery, termQuery: TermQuery) {
  const step = buildSearchStep(query, termQuery)
  const shape = `${query.sort} ${getStatementShape(step)}`
  const matches = await getOrPrepareAuthorSearch(shape, () => prepareAuthorSearch(step)).run(
    reader,
    step.parameters,
  )
  return matches.slice(0, query.count)
}

const getOrPrepareAuthorSearch = createStatementCache<ReturnType<typeof prepareAuthorSearch>>()

function prepareAuthorSearch(step: SearchStep) {
  const isRecent = step.query.sort === 'recent'
  const likes = sql<number | null>`${isRecent ? sql`null` : sql`coalesce(like_count, 0)`}`
  return prepareStatement<SearchParameters, PostSortKey>((placeholder) =>
    queryCompiler
      .selectFrom('posts')
      .innerJoin('post_search', 'post_search.post_id', 'posts.id')
      .leftJoin('post_stats', 'post_stats.post_id', 'posts.id')
      .select(['posts.id as _id', likes.as('likes')])
      .where('author_id', '=', placeholder('author'))
      .where('posts.id', '>=', placeholder('minId'))
      .where((row) => matchesPattern(row, placeholder, step))
      .$if(step.query.type !== null, (posts) => posts.where('posts.type', '=', placeholder('type')))
      .$if(isRecent, (posts) => posts.where('posts.id', '<', placeholder('beforeId')))
      .$if(!isRecent && step.query.before !== null, (posts) =>
        posts.where(
          sql<boolean>`(${likes}, posts.id) < (${placeholder('beforeLikes')}::int, ${placeholder('beforeId')}::uuid)`,
        ),
      )
      .$if(!isRecent, (posts) => posts.orderBy('likes', 'desc'))
      .orderBy('posts.id', 'desc')
      .limit(sql.lit(getStatementLimit(step.query))),
  )
}
