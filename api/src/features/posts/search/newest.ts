import { sql } from 'kysely'
import { compiler, type Database } from '../../../db/database.ts'
import { perShape, prepare } from '../../../db/prepared.ts'
import { sizeOf, type FeedQuery, type FoundPost } from '../feed-query.ts'
import { lookUntilFull, reachOf, WALKS } from './looks.ts'
import type { Quest } from './quest.ts'
import { oldestEra } from './oldest-era.ts'
import {
  hasTerms,
  isMatch,
  newestEra,
  shapeOf,
  type Step,
  stepFor,
  type Values,
  within,
} from './step.ts'

/** So many of the newest posts are read before the index is asked: what is common is found among them. */
const FIRST_LOOK = 200
/** With so many matches among them there is a page of matches not far behind. */
const HITS_MIN = 3
/** Where few of many matches are of the wanted type, reading on within the type is cheaper than fetching them all. */
const TYPE_LOOK = 3_000
/** So many eras are asked, one number after the other, before all of them are. */
const FIRST_ERAS = [2, 6]

/** The newest posts that match. */
export async function findNewest(db: Database, query: FeedQuery, quest: Quest) {
  const whole = stepFor(query, quest)
  const walk = async (depth: number | null) => ({
    found: await walks(`${depth} ${shapeOf(whole)}`, () => prepareWalk(whole, depth)).run(
      db,
      whole.values,
    ),
    isAll: depth === null,
  })
  const [newest, oldest] = [newestEra(whole.values.beforeId), await oldestEra(db)]
  const ask = async (eras: number) => {
    const since = Math.max(newest - eras + 1, oldest)
    const step = within(whole, newest, since)
    const found = await questions(shapeOf(step), () => prepareHits(step)).run(db, step.values)
    return { found, isAll: since === oldest }
  }

  return lookUntilFull(query.count, [
    () => walk(FIRST_LOOK),
    (hits) => (hits < HITS_MIN ? null : walk(reachOf(query.count, hits, FIRST_LOOK))),
    ...(quest.isOpen ? [...WALKS, null].map((depth) => () => walk(depth)) : []),
    ...FIRST_ERAS.map((eras) => () => ask(eras)),
    () => (query.type === null ? null : walk(TYPE_LOOK)),
    () => ask(Infinity),
  ])
}

const walks = perShape<ReturnType<typeof prepareWalk>>()
const questions = perShape<ReturnType<typeof prepareHits>>()

// The rows to look at are cut off first: told the pattern too, PostgreSQL would guess how many match and plan for that.
function prepareWalk(step: Step, depth: number | null) {
  return prepare<Values, FoundPost>((slot) => {
    const newest = compiler
      .selectFrom('post_search')
      .select(['post_id', 'folded', 'author', 'type', 'terms'])
      .$if(step.query.type !== null, (rows) => rows.where('type', '=', slot('type')))
      .where('post_id', '<', slot('beforeId'))
      .orderBy('post_id', 'desc')
      .$if(depth !== null, (rows) => rows.limit(sql.lit(depth ?? 0)))
    return compiler
      .selectFrom(newest.as('post_search'))
      .select(['post_id as _id', sql<null>`null`.as('likes')])
      .where((row) => isMatch(row, slot, step))
      .orderBy('post_id', 'desc')
      .limit(sql.lit(sizeOf(step.query)))
  })
}

// Materialized, and without anything else that an index knows, so that PostgreSQL asks the index of terms alone.
function prepareHits(step: Step) {
  return prepare<Values, FoundPost>((slot) => {
    const hits = compiler
      .selectFrom('post_search')
      .select(['post_id', 'type'])
      .where((row) => hasTerms(row, slot, step))
      .where((row) => isMatch(row, slot, step))
    return compiler
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
      .limit(sql.lit(sizeOf(step.query)))
  })
}
