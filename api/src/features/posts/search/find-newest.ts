import { sql } from 'kysely'
import { queryCompiler, type Database } from '../../../db/database.ts'
import { createStatementCache, prepareStatement } from '../../../db/prepared-statement.ts'
import { getStatementLimit, type FeedQuery, type PostSortKey } from '../feed-query.ts'
import { runProbesUntilFull, estimateProbeSize, PROBE_SIZES } from './probes.ts'
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

/** So many of the newest posts are read before the index is asked: what is common is found among them. */
const FIRST_PROBE_SIZE = 200
/** With so many matches among them there is a page of matches not far behind. */
const HITS_MIN = 3
/** Where few of many matches are of the wanted type, reading on within the type is cheaper than fetching them all. */
const TYPE_PROBE_SIZE = 3_000
/** So many eras are asked, one number after the other, before all of them are. */
const FIRST_TIME_BUCKET_COUNTS = [2, 6]

/** The newest posts that match. */
export async function findNewest(db: Database, query: FeedQuery, quest: TermQuery) {
  const whole = buildSearchStep(query, quest)
  const walk = async (depth: number | null) => ({
    found: await getOrPreparePostScan(`${depth} ${getStatementShape(whole)}`, () =>
      preparePostScan(whole, depth),
    ).run(db, whole.parameters),
    isAll: depth === null,
  })
  const [newest, oldest] = [
    getNewestTimeBucket(whole.parameters.beforeId),
    await readOldestTimeBucket(db),
  ]
  const ask = async (eras: number) => {
    const since = Math.max(newest - eras + 1, oldest)
    const step = restrictToTimeBuckets(whole, newest, since)
    const found = await getOrPrepareIndexLookup(getStatementShape(step), () =>
      prepareIndexLookup(step),
    ).run(db, step.parameters)
    return { found, isAll: since === oldest }
  }

  return runProbesUntilFull(query.count, [
    () => walk(FIRST_PROBE_SIZE),
    (hits) =>
      hits < HITS_MIN ? null : walk(estimateProbeSize(query.count, hits, FIRST_PROBE_SIZE)),
    ...(quest.isUnbounded ? [...PROBE_SIZES, null].map((depth) => () => walk(depth)) : []),
    ...FIRST_TIME_BUCKET_COUNTS.map((eras) => () => ask(eras)),
    () => (query.type === null ? null : walk(TYPE_PROBE_SIZE)),
    () => ask(Infinity),
  ])
}

const getOrPreparePostScan = createStatementCache<ReturnType<typeof preparePostScan>>()
const getOrPrepareIndexLookup = createStatementCache<ReturnType<typeof prepareIndexLookup>>()

// The rows to look at are cut off first: told the pattern too, PostgreSQL would guess how many match and plan for that.
function preparePostScan(step: SearchStep, depth: number | null) {
  return prepareStatement<SearchParameters, PostSortKey>((slot) => {
    const newest = queryCompiler
      .selectFrom('post_search')
      .select(['post_id', 'folded', 'author', 'type', 'terms'])
      .$if(step.query.type !== null, (rows) => rows.where('type', '=', slot('type')))
      .where('post_id', '<', slot('beforeId'))
      .orderBy('post_id', 'desc')
      .$if(depth !== null, (rows) => rows.limit(sql.lit(depth ?? 0)))
    return queryCompiler
      .selectFrom(newest.as('post_search'))
      .select(['post_id as _id', sql<null>`null`.as('likes')])
      .where((row) => matchesPattern(row, slot, step))
      .orderBy('post_id', 'desc')
      .limit(sql.lit(getStatementLimit(step.query)))
  })
}

// Materialized, and without anything else that an index knows, so that PostgreSQL asks the index of terms alone.
function prepareIndexLookup(step: SearchStep) {
  return prepareStatement<SearchParameters, PostSortKey>((slot) => {
    const hits = queryCompiler
      .selectFrom('post_search')
      .select(['post_id', 'type'])
      .where((row) => hasTerms(row, slot, step))
      .where((row) => matchesPattern(row, slot, step))
    return queryCompiler
      .with(
        (cte) => cte('hits').materialized(),
        () => hits,
      )
      .selectFrom('hits')
      .select(['post_id as _id', sql<null>`null`.as('likes')])
      .$if(step.query.type !== null, (rows) => rows.where('type', '=', slot('type')))
      .where('post_id', '<', slot('beforeId'))
      .where('post_id', '>=', slot('floor'))
      .orderBy('post_id', 'desc')
      .limit(sql.lit(getStatementLimit(step.query)))
  })
}
