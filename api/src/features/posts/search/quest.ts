import { fold } from '@dolph/contract/fold'
import type { SearchScope } from '@dolph/contract/posts'
import type { Database } from '../../../db/database.ts'
import { isAlone, type Run, runsOf, seamOf } from './runs.ts'
import { seamTerm, wordTerm } from './terms.ts'
import {
  namesContaining,
  type Terms,
  termsBeginning,
  termsContaining,
  termsEnding,
} from './words.ts'

/** What a search asks of a post. */
export interface Quest {
  /** For LIKE, on folded text: the last word on whether a post matches. */
  pattern: string
  /** Of each of these sets a post has at least one. */
  anyOf: number[][]
  /** And all of these seams. */
  allOf: number[]
  /** Or its author is one of these; null when there are too many, empty when names do not count. */
  names: Terms
  /** Some set was too large to list, so that posts match which have none of these terms. */
  isOpen: boolean
  /** Whether the text of any post can match: false when there is no such word. */
  isInText: boolean
}

/** Turns what somebody typed into terms. A substring becomes the words that contain it. */
export async function questFor(db: Database, q: string, scope: SearchScope): Promise<Quest> {
  const folded = fold(q)
  const runs = runsOf(folded)
  const [sets, names] = await Promise.all([
    Promise.all(setsFor(db, runs)),
    scope === 'text-and-author' ? namesContaining(db, folded) : [],
  ])
  const anyOf = sets.filter((set) => set !== null)
  const allOf = seamTerms(runs)
  return {
    pattern: `%${folded.replaceAll(/[\\%_]/g, '\\$&')}%`,
    anyOf,
    allOf,
    names,
    isOpen: (anyOf.length === 0 && allOf.length === 0) || names === null,
    isInText: anyOf.every((set) => set.length > 0),
  }
}

/** The first run of a query is the end of some word, the last one the start of one; a single one is anywhere. */
function setsFor(db: Database, runs: Run[]): Promise<Terms>[] {
  const [first, last] = [runs[0]?.text, runs.at(-1)?.text]
  if (first === undefined || last === undefined) return []
  const lookUp = async (run: string, find: (db: Database, part: string) => Promise<Terms>) =>
    isAlone(run) ? [wordTerm(run)] : find(db, run)
  if (runs.length === 1) return [lookUp(first, termsContaining)]
  return [lookUp(first, termsEnding), lookUp(last, termsBeginning)]
}

/** As two runs meet in the query they meet in the post, where enough of both is known. */
function seamTerms(runs: Run[]): number[] {
  return runs.flatMap(({ text, gap }, index) => {
    const left = runs[index - 1]
    if (!left || gap === null) return []
    const isLeftKnown = index > 1 || isAlone(left.text) || [...left.text].length >= 2
    const isRightKnown = index < runs.length - 1 || isAlone(text) || [...text].length >= 2
    return isLeftKnown && isRightKnown ? [seamTerm(seamOf(left.text, gap, text))] : []
  })
}
