import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import type { PlaceholderFactory } from '../../../platform/db/prepared-statement.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { getStatementLimit, type FeedQuery } from '../feed/feed-query.ts'
import { buildFeedParameters, type FeedParameters } from '../feed/feed-parameters.ts'
import { CLOCK_SKEW_MAX_MS, getLowestPostIdAt } from '../post-ids.ts'
import type { TermQuery } from './term-query.ts'
import { getTimeBucket, scopeTermToTimeBucket, getLowestPostIdOfTimeBucket } from './terms.ts'

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
  /**
   * A match has one of these terms: the words that the first token may be part of, or those of the last token if the first
   * may be part of too many words. Null: no condition.
   */
  firstTokenTerms: number[] | null
  /** A match has one of these terms too: the words that the last token may be part of. Null: no condition. */
  lastTokenTerms: number[] | null
  /** A match has all of these terms: the boundaries between tokens. Null: no condition. */
  boundaryTerms: number[] | null
  /** Or a match has one of these terms: the author names that contain the text. Null: no condition. */
  authorNameTerms: number[] | null
  /** The lowest id of a post that can match. */
  minId: string
  /**
   * The ids at which the time buckets of an index lookup begin, the newest first, after the id at which that one ends. The terms of words
   * and names are those of the first bucket, then of the second, and so on.
   */
  bucketBounds: string[]
}

export type SearchPlaceholderFactory = PlaceholderFactory<SearchParameters>
type SearchRow = ExpressionBuilder<Tables, 'post_search'>

export function buildSearchStep(query: FeedQuery, termQuery: TermQuery): SearchStep {
  const { pattern, tokenTermSets, boundaryTerms, authorNameTerms, canMatchText } = termQuery
  const parameters = {
    ...buildFeedParameters(query),
    beforeId: query.before?._id ?? MAX_ID,
    pattern,
    firstTokenTerms: tokenTermSets[0] ?? null,
    lastTokenTerms: tokenTermSets[1] ?? null,
    boundaryTerms: boundaryTerms.length > 0 ? boundaryTerms : null,
    authorNameTerms,
    minId: query.since ?? getLowestPostIdOfTimeBucket(0),
    bucketBounds: [],
  }
  return { query, parameters, canMatchText, canMatchNames: authorNameTerms?.length !== 0 }
}

/** The newest time bucket of posts below that id. A post may be a little younger than this process's clock. */
export function getNewestTimeBucket(before: string): number {
  return Math.min(
    getTimeBucket(before),
    getTimeBucket(getLowestPostIdAt(Date.now() + CLOCK_SKEW_MAX_MS)),
  )
}

/**
 * Restricts a step to an index lookup in the time buckets from `newest` back to `oldest`, in this order. Without words, boundaries alone
 * are looked up, which belong to no bucket: all buckets then count as one.
 */
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
    words &&
    timeBuckets.flatMap((timeBucket) =>
      words.map((word) => scopeTermToTimeBucket(word, timeBucket)),
    )
  const { firstTokenTerms, lastTokenTerms, authorNameTerms } = parameters
  const start = getLowestPostIdOfTimeBucket(oldest)
  const minId = start > parameters.minId ? start : parameters.minId
  const hasWords = firstTokenTerms !== null || lastTokenTerms !== null
  const terms = {
    firstTokenTerms: inTimeBuckets(firstTokenTerms),
    lastTokenTerms: inTimeBuckets(lastTokenTerms),
    authorNameTerms: inTimeBuckets(authorNameTerms),
  }
  const starts = (hasWords ? timeBuckets : timeBuckets.slice(-1)).map(getLowestPostIdOfTimeBucket)
  const bucketBounds = [getLowestPostIdOfTimeBucket(newest + 1), ...starts]
  return { ...step, parameters: { ...parameters, ...terms, minId, bucketBounds } }
}

/** The cache key of a step's statement: steps of one shape share it. */
export function getStatementShape({
  query,
  parameters,
  canMatchText,
  canMatchNames,
}: SearchStep): string {
  const termSets = (['firstTokenTerms', 'lastTokenTerms', 'boundaryTerms'] as const).filter(
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
