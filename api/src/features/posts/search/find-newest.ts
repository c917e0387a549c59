import { sql } from 'kysely'
import { queryCompiler, type Database } from '../../../db/database.ts'
import { createStatementCache, prepareStatement } from '../../../db/prepared-statement.ts'
import { getStatementLimit, type FeedQuery, type PostSortKey } from '../feed/feed-query.ts'
import { runProbesUntilFull, estimateScanLimit, SCAN_LIMITS } from './probes.ts'
import type { TermQuery } from './term-query.ts'
import { readOldestTimeBucket } from './oldest-time-bucket.ts'
import {
  hasTerms,
  matchesPattern,
  getNewestTimeBucket,
  getStatementShape,
  type SearchStep,
  buildSearchStep,
  type SearchParameters,
  restrictToTimeBuckets,
} from './search-step.ts'

/** How many of the newest posts are scanned before the index is used: common words are found among them. */
const FIRST_SCAN_LIMIT = 200
/** With at least this many matches in the first scan, a longer scan fills a page soon. */
const FIRST_SCAN_MATCHES_MIN = 3
/** Where few of many matches have the requested type, scanning that type is cheaper than fetching all matches. */
const TYPE_SCAN_LIMIT = 3_000
/** How many time buckets the first index lookups cover, before one covers all of them. */
const FIRST_TIME_BUCKET_COUNTS = [2, 6]

/** Finds the newest posts that match. */
export async function findNewest(db: Database, query: FeedQuery, termQuery: TermQuery) {
  const unrestrictedStep = buildSearchStep(query, termQuery)
  const scanPosts = async (scanLimit: number | null) => ({
    matches: await getOrPreparePostScan(`${scanLimit} ${getStatementShape(unrestrictedStep)}`, () =>
      preparePostScan(unrestrictedStep, scanLimit),
    ).run(db, unrestrictedStep.parameters),
    isComplete: scanLimit === null,
  })
  const [newest, oldest] = [
    getNewestTimeBucket(unrestrictedStep.parameters.beforeId),
    await readOldestTimeBucket(db),
  ]
  const lookUpIndex = async (bucketCount: number) => {
    const since = Math.max(newest - bucketCount + 1, oldest)
    const step = restrictToTimeBuckets(unrestrictedStep, newest, since)
    const matches = await getOrPrepareIndexLookup(getStatementShape(step), () =>
      prepareIndexLookup(step),
    ).run(db, step.parameters)
    return { matches, isComplete: since === oldest }
  }

  return runProbesUntilFull(query.count, [
    () => scanPosts(FIRST_SCAN_LIMIT),
    (matchCount) =>
      matchCount < FIRST_SCAN_MATCHES_MIN
        ? null
        : scanPosts(estimateScanLimit(query.count, matchCount, FIRST_SCAN_LIMIT)),
    ...(termQuery.isUnbounded
      ? [...SCAN_LIMITS, null].map((scanLimit) => () => scanPosts(scanLimit))
      : []),
    ...FIRST_TIME_BUCKET_COUNTS.map((bucketCount) => () => lookUpIndex(bucketCount)),
    () => (query.type === null ? null : scanPosts(TYPE_SCAN_LIMIT)),
    () => lookUpIndex(Infinity),
  ])
}

const getOrPreparePostScan = createStatementCache<ReturnType<typeof preparePostScan>>()
const getOrPrepareIndexLookup = createStatementCache<ReturnType<typeof prepareIndexLookup>>()

// The subquery limits the rows before the pattern applies: otherwise PostgreSQL would plan for a guessed number of matches.
function preparePostScan(step: SearchStep, scanLimit: number | null) {
  return prepareStatement<SearchParameters, PostSortKey>((placeholder) => {
    const newest = queryCompiler
      .selectFrom('post_search')
      .select(['post_id', 'folded', 'author', 'type', 'terms'])
      .$if(step.query.type !== null, (rows) => rows.where('type', '=', placeholder('type')))
      .where('post_id', '<', placeholder('beforeId'))
      .orderBy('post_id', 'desc')
      .$if(scanLimit !== null, (rows) => rows.limit(sql.lit(scanLimit ?? 0)))
    return queryCompiler
      .selectFrom(newest.as('post_search'))
      .select(['post_id as _id', sql<null>`null`.as('likes')])
      .where((row) => matchesPattern(row, placeholder, step))
      .orderBy('post_id', 'desc')
      .limit(sql.lit(getStatementLimit(step.query)))
  })
}

// Materialized and without other indexed conditions, so that PostgreSQL uses the index of terms only.
function prepareIndexLookup(step: SearchStep) {
  return prepareStatement<SearchParameters, PostSortKey>((placeholder) => {
    const matches = queryCompiler
      .selectFrom('post_search')
      .select(['post_id', 'type'])
      .where((row) => hasTerms(row, placeholder, step))
      .where((row) => matchesPattern(row, placeholder, step))
    return queryCompiler
      .with(
        (cte) => cte('matches').materialized(),
        () => matches,
      )
      .selectFrom('matches')
      .select(['post_id as _id', sql<null>`null`.as('likes')])
      .$if(step.query.type !== null, (rows) => rows.where('type', '=', placeholder('type')))
      .where('post_id', '<', placeholder('beforeId'))
      .where('post_id', '>=', placeholder('minId'))
      .orderBy('post_id', 'desc')
      .limit(sql.lit(getStatementLimit(step.query)))
  })
}
