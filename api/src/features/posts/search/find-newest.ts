import { sql } from 'kysely'
import { queryCompiler } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import {
  createStatementCache,
  prepareStatement,
  toCompilable,
} from '../../../platform/db/prepared-statement.ts'
import { getStatementLimit, type FeedQuery, type PostSortKey } from '../feed/feed-query.ts'
import { buildBucketMatches } from './bucket-matches.ts'
import { readOldestTimeBucket } from './oldest-time-bucket.ts'
import { estimateScanLimit, SCAN_LIMITS } from './scan-limits.ts'
import {
  buildSearchStep,
  getNewestTimeBucket,
  getStatementShape,
  matchesPattern,
  restrictToTimeBuckets,
  type SearchParameters,
  type SearchStep,
} from './search-step.ts'
import type { TermQuery } from './term-query.ts'

/** How many of the newest posts are scanned before the index is used: common words are found among them. */
const FIRST_SCAN_LIMIT = 200
/** How many more are scanned for several words: the index may offer many posts that have the words, but not side by side. */
const SECOND_SCAN_LIMIT = 1_000
/** With at least this many matches in the first scans, a longer scan fills a page soon. */
const SCANNED_MATCHES_MIN = 3
/** How many time buckets the first index lookups cover, before one covers the rest: most searches end in them. */
const FIRST_LOOKUPS = [2, 6]

/** Finds the newest posts that match. */
export async function findNewest(reader: Reader, query: FeedQuery, termQuery: TermQuery) {
  const search = new NewestSearch(reader, query, termQuery)
  await search.scan(FIRST_SCAN_LIMIT)
  let scanned = FIRST_SCAN_LIMIT
  if (search.matches.length < SCANNED_MATCHES_MIN && termQuery.boundaryTerms.length > 0) {
    await search.scan(SECOND_SCAN_LIMIT)
    scanned += SECOND_SCAN_LIMIT
  }
  if (search.matches.length >= SCANNED_MATCHES_MIN)
    await search.scan(estimateScanLimit(query.count, search.matches.length, scanned))
  if (termQuery.isUnbounded) {
    for (const scanLimit of [...SCAN_LIMITS, null]) await search.scan(scanLimit)
  }
  for (const bucketCount of [...FIRST_LOOKUPS, Infinity]) await search.lookUpIndex(bucketCount)
  return search.matches.slice(0, query.count)
}

/** Goes from the newest post to older ones until the page is full; each step continues where the one before ended. */
class NewestSearch {
  readonly #reader: Reader
  readonly #query: FeedQuery
  readonly #step: SearchStep
  readonly matches: PostSortKey[] = []
  /** All matches from this id on are found; null when there are no others. */
  #endId: string | null
  /** The next one to look up in the index. */
  #nextBucket: number | null = null

  constructor(reader: Reader, query: FeedQuery, termQuery: TermQuery) {
    this.#reader = reader
    this.#query = query
    this.#step = buildSearchStep(query, termQuery)
    this.#endId = this.#step.parameters.beforeId
  }

  /** Scans as many posts, or all if that is null. */
  async scan(scanLimit: number | null): Promise<void> {
    if (this.#endId === null || this.#isFull) return
    const shape = `${scanLimit} ${getStatementShape(this.#step)}`
    const [scanned] = await getOrPrepareScan(shape, () => prepareScan(this.#step, scanLimit)).run(
      this.#reader,
      { ...this.#step.parameters, beforeId: this.#endId },
    )
    this.matches.push(...(scanned?.matches ?? []))
    this.#endId = scanned?.endId ?? null
  }

  /** Looks up the next time buckets in the index of terms. */
  async lookUpIndex(bucketCount: number): Promise<void> {
    if (this.#endId === null || this.#isFull) return
    const newest = this.#nextBucket ?? getNewestTimeBucket(this.#endId)
    const oldestOfAll = Math.min(await readOldestTimeBucket(this.#reader, newest), newest)
    const oldest = Math.max(newest - bucketCount + 1, oldestOfAll)
    const step = restrictToTimeBuckets(this.#step, newest, oldest)
    const { parameters } = step
    const matches = await getOrPrepareIndexLookup(getStatementShape(step), () =>
      prepareIndexLookup(step),
    ).run(this.#reader, { ...parameters, beforeId: this.#endId })
    this.matches.push(...matches)
    this.#nextBucket = oldest - 1
    if (oldest <= oldestOfAll) this.#endId = null
  }

  get #isFull(): boolean {
    return this.matches.length >= this.#query.count
  }
}

interface Scanned {
  matches: PostSortKey[]
  /** The last scanned post, from which a scan continues; null if the page is full or no post is left. */
  endId: string | null
}

const getOrPrepareScan = createStatementCache<ReturnType<typeof prepareScan>>()
const getOrPrepareIndexLookup = createStatementCache<ReturnType<typeof prepareIndexLookup>>()

// The subquery limits the rows before the pattern applies: otherwise PostgreSQL would plan for a guessed number of matches.
function prepareScan(step: SearchStep, scanLimit: number | null) {
  const limit = sql.lit(getStatementLimit(step.query))
  return prepareStatement<SearchParameters, Scanned>((placeholder) => {
    const newest = queryCompiler
      .selectFrom('post_search')
      .$if(step.query.type !== null, (rows) => rows.where('type', '=', placeholder('type')))
      .where('post_id', '<', placeholder('beforeId'))
      .orderBy('post_id', 'desc')
    const scanned = newest
      .select(['post_id', 'folded', 'author', 'type', 'terms'])
      .$if(scanLimit !== null, (rows) => rows.limit(sql.lit(scanLimit ?? 0)))
    const matches = queryCompiler
      .selectFrom(scanned.as('post_search'))
      .select('post_id')
      .where((row) => matchesPattern(row, placeholder, step))
      .orderBy('post_id', 'desc')
      .limit(limit)
    const end = newest
      .select('post_id')
      .limit(sql.lit(1))
      .offset(sql.lit((scanLimit ?? 1) - 1))
    return toCompilable(sql<Scanned>`
      with matches as materialized (${matches})
      select coalesce((select json_agg(json_build_object('_id', post_id, 'likes', null)) from matches), '[]') as matches,
        ${scanLimit === null ? sql`null` : sql`case when (select count(*) from matches) < ${limit} then (${end}) end`} as "endId"`)
  })
}

function prepareIndexLookup(step: SearchStep) {
  const { type } = step.query
  const limit = sql.lit(getStatementLimit(step.query))
  return prepareStatement<SearchParameters, PostSortKey>((placeholder) => {
    const page = sql`
      and post_id < ${placeholder('beforeId')} and post_id >= ${placeholder('minId')}
      ${type === null ? sql`` : sql`and type = ${placeholder('type')}`}
      order by post_id desc limit ${limit}`
    return toCompilable(sql<PostSortKey>`
      select matches.post_id as "_id", null as likes
      from ${buildBucketMatches(step, placeholder, page)}
      limit ${limit}`)
  })
}
