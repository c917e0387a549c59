import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { PlaceholderFactory } from '../../../db/prepared-statement.ts'
import type { Tables } from '../../../db/tables.ts'
import { getStatementLimit, type FeedQuery } from '../feed-query.ts'
import { buildFeedParameters, type FeedParameters } from '../feed-parameters.ts'
import { CLOCK_SKEW_MAX_MS, getLowestPostIdAt } from '../post-ids.ts'
import type { TermQuery } from './term-query.ts'
import { getTimeBucket, scopeTermToTimeBucket, getLowestPostIdOfTimeBucket } from './terms.ts'

/** Above the id of any post. */
export const MAX_POST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** One step of a search: the values of its statement, and with their nulls its shape. */
export interface SearchStep {
  query: FeedQuery
  parameters: SearchParameters
  /** Where a match can be. What cannot match is not asked for: PostgreSQL plans badly for sets that are empty. */
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
  /** Posts from here on. */
  floor: string
}

type SearchPlaceholderFactory = PlaceholderFactory<SearchParameters>
type SearchRow = ExpressionBuilder<Tables, 'post_search'>

export function buildSearchStep(query: FeedQuery, quest: TermQuery): SearchStep {
  const { pattern, anyOf, allOf, names, canMatchText } = quest
  const values = {
    ...buildFeedParameters(query),
    beforeId: query.before?._id ?? MAX_POST_ID,
    pattern,
    first: anyOf[0] ?? null,
    last: anyOf[1] ?? null,
    allOf: allOf.length > 0 ? allOf : null,
    names,
    floor: query.since ?? getLowestPostIdOfTimeBucket(0),
  }
  return { query, parameters: values, canMatchText, canMatchNames: names?.length !== 0 }
}

/** The newest era of posts below that id. A post may be a little younger than this process's clock. */
export function getNewestTimeBucket(before: string): number {
  return Math.min(
    getTimeBucket(before),
    getTimeBucket(getLowestPostIdAt(Date.now() + CLOCK_SKEW_MAX_MS)),
  )
}

/** The step for the index: words become terms of the eras from `newest` back to `oldest`. */
export function restrictToTimeBuckets(
  step: SearchStep,
  newest: number,
  oldest: number,
): SearchStep {
  const { parameters } = step
  const eras = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, ago) => newest - ago)
  const inEras = (words: number[] | null) =>
    words?.flatMap((word) => eras.map((era) => scopeTermToTimeBucket(word, era))) ?? null
  const { first, last, names } = parameters
  const start = getLowestPostIdOfTimeBucket(oldest)
  const floor = start > parameters.floor ? start : parameters.floor
  const terms = { first: inEras(first), last: inEras(last), names: inEras(names) }
  return { ...step, parameters: { ...parameters, ...terms, floor } }
}

/** Names the text of a step's statement: steps of one shape share it. */
export function getStatementShape({
  query,
  parameters,
  canMatchText,
  canMatchNames,
}: SearchStep): string {
  const given = (['first', 'last', 'allOf'] as const).filter(
    (slot) => canMatchText && parameters[slot],
  )
  const asked = (['before', 'type', 'since'] as const).filter((slot) => query[slot])
  return [canMatchText, canMatchNames, ...given, ...asked, getStatementLimit(query)].join()
}

/** The post's text, or its author's name, contains what is searched for. */
export function matchesPattern(
  row: SearchRow,
  slot: SearchPlaceholderFactory,
  { canMatchText, canMatchNames }: SearchStep,
): Expression<SqlBool> {
  return row.or([
    ...(canMatchText ? [row('folded', 'like', slot('pattern'))] : []),
    ...(canMatchNames ? [row('author', 'like', slot('pattern'))] : []),
  ])
}

/**
 * The post has the terms that a match must have. Each set stands in a subquery, where PostgreSQL cannot see it while
 * planning: adding up a guess for each of some hundred terms, it would rather read the whole table.
 */
export function hasTerms(
  row: SearchRow,
  slot: SearchPlaceholderFactory,
  step: SearchStep,
): Expression<SqlBool> {
  const { parameters, canMatchText, canMatchNames } = step
  const terms = row.ref('terms')
  const overlaps = (set: 'first' | 'last' | 'names') =>
    sql<SqlBool>`${terms} && (select ${slot(set)}::int[])`
  const ofText = [
    ...(['first', 'last'] as const).filter((set) => parameters[set] !== null).map(overlaps),
    ...(parameters.allOf ? [sql<SqlBool>`${terms} @> (select ${slot('allOf')}::int[])`] : []),
  ]
  return row.or([
    ...(canMatchText ? [row.and(ofText)] : []),
    ...(canMatchNames ? [overlaps('names')] : []),
  ])
}
