import { sql } from 'kysely'
import { queryCompiler, type Database } from '../../../db/database.ts'
import { createStatementCache, prepareStatement } from '../../../db/prepared-statement.ts'
import { getStatementLimit, type FeedQuery, type PostSortKey } from '../feed/feed-query.ts'
import { buildTopRanks } from '../feed/most-liked-query.ts'
import { readOldestTimeBucket } from './oldest-time-bucket.ts'
import { runProbesUntilFull, estimateScanLimit, SCAN_LIMITS } from './probes.ts'
import type { TermQuery } from './term-query.ts'
import {
  MAX_POST_ID,
  hasTerms,
  matchesPattern,
  getNewestTimeBucket,
  getStatementShape,
  type SearchStep,
  buildSearchStep,
  type SearchParameters,
  restrictToTimeBuckets,
} from './search-step.ts'
import { getTimeBucket } from './terms.ts'

/** How many of the most liked posts are scanned before the index is used: common words are found among them. */
const FIRST_SCAN_LIMIT = 1_000
/** How many matches are fetched and sorted at most; if there are more, a scan of the ranks fills a page soon. */
const SORTED_MATCHES_MAX = 8_000
/** With at least this many matches in the first scan, scanning further is cheaper than the index. */
const FIRST_SCAN_MATCHES_MIN = 6
/** The scan limit that scans the whole list. */
const UNLIMITED_SCAN = 2_147_483_647

/** Finds the most liked posts that match. */
export async function findMostLiked(db: Database, query: FeedQuery, termQuery: TermQuery) {
  const unrestrictedStep = buildSearchStep(query, termQuery)
  const scanRanks = async (scanLimit: number) => ({
    matches: await getOrPrepareRankScan(`${scanLimit} ${getStatementShape(unrestrictedStep)}`, () =>
      prepareRankScan(unrestrictedStep, scanLimit),
    ).run(db, unrestrictedStep.parameters),
    isComplete: scanLimit === UNLIMITED_SCAN,
  })
  const sortMatches = async () => {
    const oldest =
      query.since === null ? await readOldestTimeBucket(db) : getTimeBucket(query.since)
    const step = restrictToTimeBuckets(unrestrictedStep, getNewestTimeBucket(MAX_POST_ID), oldest)
    const [sorted] = await getOrPrepareSort(getStatementShape(step), () => prepareSort(step)).run(
      db,
      step.parameters,
    )
    return sorted?.isComplete ? sorted : null
  }

  return runProbesUntilFull(query.count, [
    () => scanRanks(FIRST_SCAN_LIMIT),
    (matchCount) =>
      matchCount < FIRST_SCAN_MATCHES_MIN
        ? null
        : scanRanks(estimateScanLimit(query.count, matchCount, FIRST_SCAN_LIMIT) ?? UNLIMITED_SCAN),
    () => (termQuery.isUnbounded ? null : sortMatches()),
    ...[...SCAN_LIMITS, UNLIMITED_SCAN].map((scanLimit) => () => scanRanks(scanLimit)),
  ])
}

const getOrPrepareRankScan = createStatementCache<ReturnType<typeof prepareRankScan>>()
const getOrPrepareSort = createStatementCache<ReturnType<typeof prepareSort>>()

// The offset makes PostgreSQL look up one post after the other in the order of the ranks, and stop when a page is full.
function prepareRankScan(step: SearchStep, scanLimit: number) {
  return prepareStatement<SearchParameters, PostSortKey>((placeholder) =>
    queryCompiler
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
      .limit(sql.lit(getStatementLimit(step.query))),
  )
}

interface SortedMatches {
  matches: PostSortKey[]
  isComplete: boolean
}

function prepareSort(step: SearchStep) {
  return prepareStatement<SearchParameters, SortedMatches>((placeholder) =>
    queryCompiler
      .with(
        (cte) => cte('matches').materialized(),
        (db) =>
          db
            .selectFrom('post_search')
            .select('post_id')
            .where((row) => hasTerms(row, placeholder, step))
            .where((row) => matchesPattern(row, placeholder, step))
            .limit(sql.lit(SORTED_MATCHES_MAX)),
      )
      .with('best', (db) =>
        db
          .selectFrom('matches')
          .innerJoin('post_ranks', 'post_ranks.post_id', 'matches.post_id')
          .select(['post_ranks.post_id as _id', 'post_ranks.like_count as likes'])
          .$if(step.query.type !== null, (ranks) => ranks.where('type', '=', placeholder('type')))
          .where('post_ranks.post_id', '>=', placeholder('minId'))
          .$if(step.query.before !== null, (ranks) =>
            ranks.where(
              sql<boolean>`(like_count, post_ranks.post_id) < (${placeholder('beforeLikes')}::int, ${placeholder('beforeId')}::uuid)`,
            ),
          )
          .orderBy('like_count', 'desc')
          .orderBy('post_ranks.post_id', 'desc')
          .limit(sql.lit(getStatementLimit(step.query))),
      )
      .selectNoFrom([
        sql<PostSortKey[]>`coalesce((select json_agg(best) from best), '[]')`.as('matches'),
        sql<boolean>`(select count(*) from matches) < ${sql.lit(SORTED_MATCHES_MAX)}`.as(
          'isComplete',
        ),
      ]),
  )
}
