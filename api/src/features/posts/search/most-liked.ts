import { sql } from 'kysely'
import { compiler, type Database } from '../../../db/database.ts'
import { perShape, prepare } from '../../../db/prepared.ts'
import { sizeOf, type FeedQuery, type FoundPost } from '../feed-query.ts'
import { bestRanks } from '../most-liked.ts'
import { oldestEra } from './oldest-era.ts'
import { lookUntilFull, reachOf, WALKS } from './looks.ts'
import type { Quest } from './quest.ts'
import {
  ABOVE_ALL,
  hasTerms,
  isMatch,
  newestEra,
  shapeOf,
  type Step,
  stepFor,
  type Values,
  within,
} from './step.ts'
import { eraOf } from './terms.ts'

/** So many of the most liked are read before the index is asked: what is common is found among them. */
const FIRST_LOOK = 1_000
/** Up to so many matches are fetched and sorted; of more there is a page not far down the list. */
const SORTED_MAX = 8_000
/** With so many matches in the first look, reading on is the cheaper way. */
const HITS_MIN = 6
/** The end of any list. */
const ALL = 2_147_483_647

/** The most liked posts that match. */
export async function findMostLiked(db: Database, query: FeedQuery, quest: Quest) {
  const whole = stepFor(query, quest)
  const walk = async (depth: number) => ({
    found: await walks(`${depth} ${shapeOf(whole)}`, () => prepareWalk(whole, depth)).run(
      db,
      whole.values,
    ),
    isAll: depth === ALL,
  })
  const sort = async () => {
    const oldest = query.since === null ? await oldestEra(db) : eraOf(query.since)
    const step = within(whole, newestEra(ABOVE_ALL), oldest)
    const [sorted] = await sorts(shapeOf(step), () => prepareSort(step)).run(db, step.values)
    return sorted?.isAll ? sorted : null
  }

  return lookUntilFull(query.count, [
    () => walk(FIRST_LOOK),
    (hits) => (hits < HITS_MIN ? null : walk(reachOf(query.count, hits, FIRST_LOOK) ?? ALL)),
    () => (quest.isOpen ? null : sort()),
    ...[...WALKS, ALL].map((depth) => () => walk(depth)),
  ])
}

const walks = perShape<ReturnType<typeof prepareWalk>>()
const sorts = perShape<ReturnType<typeof prepareSort>>()

// Offset, so that PostgreSQL looks up one post after the other in their order, and stops when a page is full.
function prepareWalk(step: Step, depth: number) {
  return prepare<Values, FoundPost>((slot) =>
    compiler
      .selectFrom(bestRanks(step.query, slot, depth))
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
      .where((row) => isMatch(row, slot, step))
      .orderBy('ranks.like_count', 'desc')
      .orderBy('ranks.post_id', 'desc')
      .limit(sql.lit(sizeOf(step.query))),
  )
}

interface Sorted {
  found: FoundPost[]
  isAll: boolean
}

function prepareSort(step: Step) {
  return prepare<Values, Sorted>((slot) =>
    compiler
      .with(
        (cte) => cte('hits').materialized(),
        (db) =>
          db
            .selectFrom('post_search')
            .select('post_id')
            .where((row) => hasTerms(row, slot, step))
            .where((row) => isMatch(row, slot, step))
            .limit(sql.lit(SORTED_MAX)),
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
          .limit(sql.lit(sizeOf(step.query))),
      )
      .selectNoFrom([
        sql<FoundPost[]>`coalesce((select json_agg(best) from best), '[]')`.as('found'),
        sql<boolean>`(select count(*) from hits) < ${sql.lit(SORTED_MAX)}`.as('isAll'),
      ]),
  )
}
