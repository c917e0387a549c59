import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { PlaceholderFactory } from '../../../db/prepared-statement.ts'
import type { Tables } from '../../../db/tables.ts'
import { getStatementLimit, type FeedQuery } from '../feed-query.ts'
import { buildFeedParameters, type FeedParameters } from '../feed-parameters.ts'
import { CLOCK_SKEW_MAX_MS, getLowestPostIdAt } from '../post-ids.ts'
import type { TermQuery } from './term-query.ts'
import { getTimeBucket, scopeTermToTimeBucket, getLowestPostIdOfTimeBucket } from './terms.ts'

/** Higher than the id of any post. */
export const MAX_POST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** One step of a search: the parameters of its statement; which of them are null decides the statement's shape. */
export interface SearchStep {
  query: FeedQuery
  parameters: SearchParameters
  /** Where a match can be. The statement leaves out the rest, because PostgreSQL plans badly for empty sets. */
  canMatchText: boolean
  canMatchNames: boolean
}

export interface SearchParameters extends FeedParameters {
  beforeId: string
  pattern: string
  first: number[] | null
  last: number[] | null
  allOf: number[] | null
  names: number[] | null
  /** The lowest id of a post that can match. */
  minId: string
}

type SearchPlaceholderFactory = PlaceholderFactory<SearchParameters>
type SearchRow = ExpressionBuilder<Tables, 'post_search'>

export function buildSearchStep(query: FeedQuery, termQuery: TermQuery): SearchStep {
  const { pattern, anyOf, allOf, names, canMatchText } = termQuery
  const parameters = {
    ...buildFeedParameters(query),
    beforeId: query.before?._id ?? MAX_POST_ID,
    pattern,
    first: anyOf[0] ?? null,
    last: anyOf[1] ?? null,
    allOf: allOf.length > 0 ? allOf : null,
    names,
    minId: query.since ?? getLowestPostIdOfTimeBucket(0),
  }
  return { query, parameters, canMatchText, canMatchNames: names?.length !== 0 }
}

/** The newest time bucket of posts below that id. A post may be a little younger than this process's clock. */
export function getNewestTimeBucket(before: string): number {
  return Math.min(
    getTimeBucket(before),
    getTimeBucket(getLowestPostIdAt(Date.now() + CLOCK_SKEW_MAX_MS)),
  )
}

/** Restricts a step to an index lookup in the time buckets from `newest` back to `oldest`. */
export function restrictToTimeBuckets(
  step: SearchStep,
  newest: number,
  oldest: number,
): SearchStep {
  const { parameters } = step
  const timeBuckets = Array.from(
    { length: Math.max(0, newest - oldest + 1) },
    (_, ago) => newest - ago,
  )
  const inTimeBuckets = (words: number[] | null) =>
    words?.flatMap((word) =>
      timeBuckets.map((timeBucket) => scopeTermToTimeBucket(word, timeBucket)),
    ) ?? null
  const { first, last, names } = parameters
  const start = getLowestPostIdOfTimeBucket(oldest)
  const minId = start > parameters.minId ? start : parameters.minId
  const terms = {
    first: inTimeBuckets(first),
    last: inTimeBuckets(last),
    names: inTimeBuckets(names),
  }
  return { ...step, parameters: { ...parameters, ...terms, minId } }
}

/** The cache key of a step's statement: steps of one shape share it. */
export function getStatementShape({
  query,
  parameters,
  canMatchText,
  canMatchNames,
}: SearchStep): string {
  const termSets = (['first', 'last', 'allOf'] as const).filter(
    (key) => canMatchText && parameters[key],
  )
  const filters = (['before', 'type', 'since'] as const).filter((key) => query[key])
  return [canMatchText, canMatchNames, ...termSets, ...filters, getStatementLimit(query)].join()
}

/** The condition that the post's text, or its author's name, contains the searched text. */
export function matchesPattern(
  row: SearchRow,
  placeholder: SearchPlaceholderFactory,
  { canMatchText, canMatchNames }: SearchStep,
): Expression<SqlBool> {
  return row.or([
    ...(canMatchText ? [row('folded', 'like', placeholder('pattern'))] : []),
    ...(canMatchNames ? [row('author', 'like', placeholder('pattern'))] : []),
  ])
}

/**
 * The condition that the post has the terms of a match. Each set is in a subquery, which hides it from PostgreSQL's planner:
 * with an estimate for each of some hundred terms, it would choose to read the whole table.
 */
export function hasTerms(
  row: SearchRow,
  placeholder: SearchPlaceholderFactory,
  step: SearchStep,
): Expression<SqlBool> {
  const { parameters, canMatchText, canMatchNames } = step
  const terms = row.ref('terms')
  const overlaps = (set: 'first' | 'last' | 'names') =>
    sql<SqlBool>`${terms} && (select ${placeholder(set)}::int[])`
  const textConditions = [
    ...(['first', 'last'] as const).filter((set) => parameters[set] !== null).map(overlaps),
    ...(parameters.allOf
      ? [sql<SqlBool>`${terms} @> (select ${placeholder('allOf')}::int[])`]
      : []),
  ]
  return row.or([
    ...(canMatchText ? [row.and(textConditions)] : []),
    ...(canMatchNames ? [overlaps('names')] : []),
  ])
}
