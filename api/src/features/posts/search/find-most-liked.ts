import { sql } from 'kysely'
import { queryCompiler, type Database } from '../../../db/database.ts'
import { createStatementCache, prepareStatement } from '../../../db/prepared-statement.ts'
import { getStatementLimit, type FeedQuery, type PostSortKey } from '../feed-query.ts'
import { buildTopRanks } from '../most-liked-query.ts'
import { readOldestTimeBucket } from './oldest-time-bucket.ts'
import { runProbesUntilFull, estimateProbeSize, PROBE_SIZES } from './probes.ts'
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

/** So many of the most liked are read before the index is asked: what is common is found among them. */
const FIRST_PROBE_SIZE = 1_000
/** Up to so many matches are fetched and sorted; of more there is a page not far down the list. */
const SORTED_MATCHES_MAX = 8_000
/** With so many matches in the first look, reading on is the cheaper way. */
const HITS_MIN = 6
/** The end of any list. */
const UNLIMITED_PROBE_SIZE = 2_147_483_647

/** The most liked posts that match. */
export async function findMostLiked(db: Database, query: FeedQuery, quest: TermQuery) {
  const whole = buildSearchStep(query, quest)
  const walk = async (depth: number) => ({
    found: await getOrPrepareRankScan(`${depth} ${getStatementShape(whole)}`, () =>
      prepareRankScan(whole, depth),
    ).run(db, whole.parameters),
    isAll: depth === UNLIMITED_PROBE_SIZE,
  })
  const sort = async () => {
    const oldest =
      query.since === null ? await readOldestTimeBucket(db) : getTimeBucket(query.since)
    const step = restrictToTimeBuckets(whole, getNewestTimeBucket(MAX_POST_ID), oldest)
    const [sorted] = await getOrPrepareSort(getStatementShape(step), () => prepareSort(step)).run(
      db,
      step.parameters,
    )
    return sorted?.isAll ? sorted : null
  }

  return runProbesUntilFull(query.count, [
    () => walk(FIRST_PROBE_SIZE),
    (hits) =>
      hits < HITS_MIN
        ? null
        : walk(estimateProbeSize(query.count, hits, FIRST_PROBE_SIZE) ?? UNLIMITED_PROBE_SIZE),
    () => (quest.isUnbounded ? null : sort()),
    ...[...PROBE_SIZES, UNLIMITED_PROBE_SIZE].map((depth) => () => walk(depth)),
  ])
}

const getOrPrepareRankScan = createStatementCache<ReturnType<typeof prepareRankScan>>()
const getOrPrepareSort = createStatementCache<ReturnType<typeof prepareSort>>()

// Offset, so that PostgreSQL looks up one post after the other in their order, and stops when a page is full.
function prepareRankScan(step: SearchStep, depth: number) {
  return prepareStatement<SearchParameters, PostSortKey>((slot) =>
    queryCompiler
      .selectFrom(buildTopRanks(step.query, slot, depth))
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
      .where((row) => matchesPattern(row, slot, step))
      .orderBy('ranks.like_count', 'desc')
      .orderBy('ranks.post_id', 'desc')
      .limit(sql.lit(getStatementLimit(step.query))),
  )
}

interface SortedMatches {
  found: PostSortKey[]
  isAll: boolean
}

function prepareSort(step: SearchStep) {
  return prepareStatement<SearchParameters, SortedMatches>((slot) =>
    queryCompiler
      .with(
        (cte) => cte('hits').materialized(),
        (db) =>
          db
            .selectFrom('post_search')
            .select('post_id')
            .where((row) => hasTerms(row, slot, step))
            .where((row) => matchesPattern(row, slot, step))
            .limit(sql.lit(SORTED_MATCHES_MAX)),
      )
      .with('best', (db) =>
        db
          .selectFrom('hits')
          .innerJoin('post_ranks', 'post_ranks.post_id', 'hits.post_id')
          .select(['post_ranks.post_id as _id', 'post_ranks.like_count as likes'])
          .$if(step.query.type !== null, (ranks) => ranks.where('type', '=', slot('type')))
          .where('post_ranks.post_id', '>=', slot('floor'))
          .$if(step.query.before !== null, (ranks) =>
            ranks.where(
              sql<boolean>`(like_count, post_ranks.post_id) < (${slot('beforeLikes')}::int, ${slot('beforeId')}::uuid)`,
            ),
          )
          .orderBy('like_count', 'desc')
          .orderBy('post_ranks.post_id', 'desc')
          .limit(sql.lit(getStatementLimit(step.query))),
      )
      .selectNoFrom([
        sql<PostSortKey[]>`coalesce((select json_agg(best) from best), '[]')`.as('found'),
        sql<boolean>`(select count(*) from hits) < ${sql.lit(SORTED_MATCHES_MAX)}`.as('isAll'),
      ]),
  )
}
