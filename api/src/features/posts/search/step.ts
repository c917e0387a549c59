import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { SlotOf } from '../../../db/prepared.ts'
import type { Tables } from '../../../db/tables.ts'
import { sizeOf, type FeedQuery } from '../feed-query.ts'
import { feedValues, type FeedValues } from '../feed-values.ts'
import { CLOCKS_APART_MS, lowestIdAt } from '../post-ids.ts'
import type { Quest } from './quest.ts'
import { eraOf, eraTerm, firstIdOf } from './terms.ts'

/** Above the id of any post. */
export const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** One step of a search: the values of its statement, and with their nulls its shape. */
export interface Step {
  query: FeedQuery
  values: Values
  /** Where a match can be. What cannot match is not asked for: PostgreSQL plans badly for sets that are empty. */
  isInText: boolean
  isInNames: boolean
}

export interface Values extends FeedValues {
  beforeId: string
  pattern: string
  first: number[] | null
  last: number[] | null
  allOf: number[] | null
  names: number[] | null
  /** Posts from here on. */
  floor: string
}

type Slot = SlotOf<Values>
type Row = ExpressionBuilder<Tables, 'post_search'>

export function stepFor(query: FeedQuery, quest: Quest): Step {
  const { pattern, anyOf, allOf, names, isInText } = quest
  const values = {
    ...feedValues(query),
    beforeId: query.before?._id ?? ABOVE_ALL,
    pattern,
    first: anyOf[0] ?? null,
    last: anyOf[1] ?? null,
    allOf: allOf.length > 0 ? allOf : null,
    names,
    floor: query.since ?? firstIdOf(0),
  }
  return { query, values, isInText, isInNames: names?.length !== 0 }
}

/** The newest era of posts below that id. A post may be a little younger than this process's clock. */
export function newestEra(before: string): number {
  return Math.min(eraOf(before), eraOf(lowestIdAt(Date.now() + CLOCKS_APART_MS)))
}

/** The step for the index: words become terms of the eras from `newest` back to `oldest`. */
export function within(step: Step, newest: number, oldest: number): Step {
  const { values } = step
  const eras = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, ago) => newest - ago)
  const inEras = (words: number[] | null) =>
    words?.flatMap((word) => eras.map((era) => eraTerm(word, era))) ?? null
  const { first, last, names } = values
  const start = firstIdOf(oldest)
  const floor = start > values.floor ? start : values.floor
  const terms = { first: inEras(first), last: inEras(last), names: inEras(names) }
  return { ...step, values: { ...values, ...terms, floor } }
}

/** Names the text of a step's statement: steps of one shape share it. */
export function shapeOf({ query, values, isInText, isInNames }: Step): string {
  const given = (['first', 'last', 'allOf'] as const).filter((slot) => isInText && values[slot])
  const asked = (['before', 'type', 'since'] as const).filter((slot) => query[slot])
  return [isInText, isInNames, ...given, ...asked, sizeOf(query)].join()
}

/** The post's text, or its author's name, contains what is searched for. */
export function isMatch(row: Row, slot: Slot, { isInText, isInNames }: Step): Expression<SqlBool> {
  return row.or([
    ...(isInText ? [row('folded', 'like', slot('pattern'))] : []),
    ...(isInNames ? [row('author', 'like', slot('pattern'))] : []),
  ])
}

/**
 * The post has the terms that a match must have. Each set stands in a subquery, where PostgreSQL cannot see it while
 * planning: adding up a guess for each of some hundred terms, it would rather read the whole table.
 */
export function hasTerms(row: Row, slot: Slot, step: Step): Expression<SqlBool> {
  const { values, isInText, isInNames } = step
  const terms = row.ref('terms')
  const overlaps = (set: 'first' | 'last' | 'names') =>
    sql<SqlBool>`${terms} && (select ${slot(set)}::int[])`
  const ofText = [
    ...(['first', 'last'] as const).filter((set) => values[set] !== null).map(overlaps),
    ...(values.allOf ? [sql<SqlBool>`${terms} @> (select ${slot('allOf')}::int[])`] : []),
  ]
  return row.or([...(isInText ? [row.and(ofText)] : []), ...(isInNames ? [overlaps('names')] : [])])
}
