import { sql } from 'kysely'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import { queryCompiler } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import {
  createStatementCache,
  prepareStatement,
  toCompilable,
} from '../../../platform/db/prepared-statement.ts'
import { getStatementLimit, type FeedQuery, type PostSortKey } from '../feed/feed-query.ts'
import { buildTopRanks } from '../feed/most-liked-query.ts'
import { buildBucketMatches, buildTopPostMatches } from './bucket-matches.ts'
import { readOldestTimeBucket } from './oldest-time-bucket.ts'
import { estimateScanLimit, SCAN_LIMITS } from './scan-limits.ts'
import {
  buildSearchStep,
  getNewestTimeBucket,
  getStatementShape,
  matchesPattern,
  restrictToTimeBuckets,
  type SearchParameters,
  type SearchPlaceholderFactory,
  type SearchStep,
} from './search-step.ts'
import type { TermQuery } from './term-query.ts'
import { getTimeBucket } from './terms.ts'

/** How many of the most liked posts are scanned before the index of the most liked posts is used: common words are found among them. */
const FIRST_SCAN_LIMIT = 200
/** With at least this many matches in the first scan, scanning further is cheaper than that index. */
const COMMON_MATCHES_MIN = 3
/** How many are scanned before the index of all posts is used, where that of the most liked posts does not help. */
const SECOND_SCAN_LIMIT = 1_000
/** With at least this many matches in the second scan, scanning further is cheaper than the index. */
const MIDDLING_MATCHES_MIN = 3
/** How many matches are fetched and sorted at most; if there are more, a scan of the ranks fills a page soon. */
const SORTED_MATCHES_MAX = 8_000
/** The scan limit that scans the whole list. */
const UNLIMITED_SCAN = 2_147_483_647

/** Finds the most liked posts that match. */
export async function findMostLiked(reader: Reader, query: FeedQuery, termQuery: TermQuery) {
  const search = new MostLikedSearch(reader, query, termQuery)
  await search.scanFurther(FIRST_SCAN_LIMIT, COMMON_MATCHES_MIN)
  if (!termQuery.isUnbounded) {
    const isBelowTopPosts = await search.lookUpTopPosts()
    if (!isBelowTopPosts) await search.scanFurther(SECOND_SCAN_LIMIT, MIDDLING_MATCHES_MIN)
    await search.sortRest()
  }
  for (const scanLimit of [...SCAN_LIMITS, UNLIMITED_SCAN]) await search.scan(scanLimit)
  return search.matches.slice(0, query.count)
}

/** Goes from the most liked post to less liked ones until the page is full; each step continues where the one before ended. */
class MostLikedSearch {
  readonly #reader: Reader
  readonly #termQuery: TermQuery
  /** The part of the list that is still to be searched. */
  #rest: FeedQuery
  #isComplete = false
  readonly matches: PostSortKey[] = []

  constructor(reader: Reader, query: FeedQuery, termQuery: TermQuery) {
    this.#reader = reader
    this.#rest = query
    this.#termQuery = termQuery
  }

  /** Scans as many ranks. */
  async scan(scanLimit: number): Promise<void> {
    if (this.#isDone) return
    const step = buildSearchStep(this.#rest, this.#termQuery)
    const shape = `${scanLimit} ${getStatementShape(step)}`
    const [scanned] = await getOrPrepareRankScan(shape, () => prepareRankScan(step, scanLimit)).run(
      this.#reader,
      step.parameters,
    )
    this.#add(scanned?.matches ?? [])
    if (scanned?.end) this.#rest = { ...this.#rest, before: scanned.end }
    else this.#isComplete = true
  }

  /** Scans as many ranks, and as many more as a page probably needs if enough of them match. */
  async scanFurther(scanLimit: number, matchesMin: number): Promise<void> {
    const { length: before } = this.matches
    await this.scan(scanLimit)
    const found = this.matches.length - before
    if (found < matchesMin) return
    const missing = this.#rest.count - this.matches.length
    await this.scan(estimateScanLimit(missing, found, scanLimit) ?? UNLIMITED_SCAN)
  }

  /** Fetches the matches among the most liked posts of all time, which are few. Returns whether it could. */
  async lookUpTopPosts(): Promise<boolean> {
    if (this.#isDone || this.#rest.since !== null) return false
    const step = await this.#restrictToTimeBuckets()
    const shape = getStatementShape(step)
    const [top] = await getOrPrepareTopLookup(shape, () => prepareTopLookup(step)).run(
      this.#reader,
      step.parameters,
    )
    if (!top?.floor) return false
    this.#add(top.matches)
    this.#rest = { ...this.#rest, before: top.floor }
    return true
  }

  /** Fetches all other matches from the index of terms and sorts them, unless there are too many. */
  async sortRest(): Promise<void> {
    if (this.#isDone) return
    const step = await this.#restrictToTimeBuckets()
    const [sorted] = await getOrPrepareSort(getStatementShape(step), () => prepareSort(step)).run(
      this.#reader,
      step.parameters,
    )
    if (!sorted?.isComplete) return
    this.#add(sorted.matches)
    this.#isComplete = true
  }

  /** The rest of the search, as a lookup in all time buckets that can have matches. */
  async #restrictToTimeBuckets(): Promise<SearchStep> {
    const { since } = this.#rest
    const oldest = since === null ? await readOldestTimeBucket(this.#reader) : getTimeBucket(since)
    const newest = getNewestTimeBucket(MAX_ID)
    return restrictToTimeBuckets(buildSearchStep(this.#rest, this.#termQuery), newest, oldest)
  }

  /** A post that lost likes between two steps is found by both, and stays where it was first. */
  #add(matches: PostSortKey[]): void {
    const known = new Set(this.matches.map(({ _id }) => _id))
    this.matches.push(...matches.filter(({ _id }) => !known.has(_id)))
  }

  get #isDone(): boolean {
    return this.#isComplete || this.matches.length >= this.#rest.count
  }
}

const getOrPrepareRankScan = createStatementCache<ReturnType<typeof prepareRankScan>>()
const getOrPrepareTopLookup = createStatementCache<ReturnType<typeof prepareTopLookup>>()
const getOrPrepareSort = createStatementCache<ReturnType<typeof prepareSort>>()

interface ScannedRanks {
  matches: PostSortKey[]
  /** The last scanned rank, from which a scan continues; null if the page is full or no rank is left. */
  end: PostSortKey | null
}

// The offset makes PostgreSQL look up one post after the other in the order of the ranks, and stop when a page is full.
function prepareRankScan(step: SearchStep, scanLimit: number) {
  const limit = sql.lit(getStatementLimit(step.query))
  return prepareStatement<SearchParameters, ScannedRanks>((placeholder) => {
    const matches = queryCompiler
      .selectFrom(buildTopRanks(step.query, placeholder, scanLimit))
      .innerJoinLateral(
        (from) =>
          from
            .selectFrom('post_search')
            .selectAll()
            .whereRef('post_search.post_id', '=', 'ranks.post_id')
            .offset(sql.lit(0))
            .as('post_search'),
        (on) => on.onTrue(),
      )
      .select(['ranks.post_id as _id', 'ranks.like_count as likes'])
      .where((row) => matchesPattern(row, placeholder, step))
      .orderBy('ranks.like_count', 'desc')
      .orderBy('ranks.post_id', 'desc')
      .limit(limit)
    const end = queryCompiler
      .selectFrom(buildTopRanks(step.query, placeholder, scanLimit))
      .select(sql`json_build_object('_id', ranks.post_id, 'likes', ranks.like_count)`.as('end'))
      .orderBy('ranks.like_count', 'desc')
      .orderBy('ranks.post_id', 'desc')
      .limit(sql.lit(1))
      .offset(sql.lit(scanLimit - 1))
    return toCompilable(sql<ScannedRanks>`
      with matches as materialized (${matches})
      select coalesce((select json_agg(matches) from matches), '[]') as matches,
        ${scanLimit === UNLIMITED_SCAN ? sql`null` : sql`case when (select count(*) from matches) < ${limit} then (${end}) end`} as "end"`)
  })
}

interface TopMatches {
  matches: PostSortKey[]
  /** The rank down to which these are all matches; null while there are few posts, or where the search is below it already. */
  floor: PostSortKey | null
}

function prepareTopLookup(step: SearchStep) {
  const limit = sql.lit(getStatementLimit(step.query))
  return prepareStatement<SearchParameters, TopMatches>((placeholder) => {
    const isBefore = buildBeforeCondition(step, placeholder)
    return toCompilable(sql<TopMatches>`
      with floor as materialized (
        select like_count, post_id from top_posts_floor as post_ranks where is_complete ${isBefore} limit 1),
      matches as materialized (
        select matches.post_id from floor cross join ${buildTopPostMatches(step, placeholder)}),
      best as (
        ${selectRanksOfMatches}
        cross join floor
        where (post_ranks.like_count, post_ranks.post_id) >= (floor.like_count, floor.post_id)
          ${buildTypeCondition(step, placeholder)} ${isBefore}
        order by likes desc, "_id" desc
        limit ${limit})
      select coalesce((select json_agg(best) from best), '[]') as matches,
        (select json_build_object('_id', post_id, 'likes', like_count) from floor) as floor`)
  })
}

// The offset makes PostgreSQL look up the rank of one match after the other. It cannot know how few they are, and would read all ranks.
const selectRanksOfMatches = sql`
  select post_ranks.post_id as "_id", post_ranks.like_count as likes
  from matches
  cross join lateral (select * from post_ranks where post_ranks.post_id = matches.post_id offset 0) as post_ranks`

function buildTypeCondition({ query }: SearchStep, placeholder: SearchPlaceholderFactory) {
  return query.type === null ? sql`` : sql`and post_ranks.type = ${placeholder('type')}`
}

function buildBeforeCondition({ query }: SearchStep, placeholder: SearchPlaceholderFactory) {
  if (query.before === null) return sql``
  return sql`and (post_ranks.like_count, post_ranks.post_id) < (${placeholder('beforeLikes')}::int, ${placeholder('beforeId')}::uuid)`
}

interface SortedMatches {
  matches: PostSortKey[]
  isComplete: boolean
}

function prepareSort(step: SearchStep) {
  const fetched = sql.lit(SORTED_MATCHES_MAX)
  return prepareStatement<SearchParameters, SortedMatches>((placeholder) =>
    toCompilable(sql<SortedMatches>`
      with matches as materialized (
        select matches.post_id from ${buildBucketMatches(step, placeholder)} limit ${fetched}),
      best as (
        ${selectRanksOfMatches}
        where post_ranks.post_id >= ${placeholder('minId')}
          ${buildTypeCondition(step, placeholder)} ${buildBeforeCondition(step, placeholder)}
        order by likes desc, "_id" desc
        limit ${sql.lit(getStatementLimit(step.query))})
      select coalesce((select json_agg(best) from best), '[]') as matches,
        (select count(*) from matches) < ${fetched} as "isComplete"`),
  )
}
