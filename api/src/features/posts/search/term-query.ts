import { foldCase } from '@dolph/contract/fold-case'
import type { SearchScope } from '@dolph/contract/posts'
import type { Database } from '../../../db/database.ts'
import { isStandaloneToken, type Token, tokenizeText, buildBoundaryKey } from './tokenizer.ts'
import { hashBoundaryKey, hashWord } from './terms.ts'
import {
  findNamesContaining,
  type TermSet,
  findTermsStartingWith,
  findTermsContaining,
  findTermsEndingWith,
} from './find-terms.ts'

/** What a search asks of a post. */
export interface TermQuery {
  /** For LIKE, on folded text: the last word on whether a post matches. */
  pattern: string
  /** Of each of these sets a post has at least one. */
  anyOf: number[][]
  /** And all of these seams. */
  allOf: number[]
  /** Or its author is one of these; null when there are too many, empty when names do not count. */
  names: TermSet
  /** Some set was too large to list, so that posts match which have none of these terms. */
  isUnbounded: boolean
  /** Whether the text of any post can match: false when there is no such word. */
  canMatchText: boolean
}

/** Turns what somebody typed into terms. A substring becomes the words that contain it. */
export async function buildTermQuery(
  db: Database,
  q: string,
  scope: SearchScope,
): Promise<TermQuery> {
  const folded = foldCase(q)
  const runs = tokenizeText(folded)
  const [sets, names] = await Promise.all([
    Promise.all(findTermSets(db, runs)),
    scope === 'text-and-author' ? findNamesContaining(db, folded) : [],
  ])
  const anyOf = sets.filter((set) => set !== null)
  const allOf = buildBoundaryTerms(runs)
  return {
    pattern: `%${folded.replaceAll(/[\\%_]/g, '\\$&')}%`,
    anyOf,
    allOf,
    names,
    isUnbounded: (anyOf.length === 0 && allOf.length === 0) || names === null,
    canMatchText: anyOf.every((set) => set.length > 0),
  }
}

/** The first run of a query is the end of some word, the last one the start of one; a single one is anywhere. */
function findTermSets(db: Database, runs: Token[]): Promise<TermSet>[] {
  const [first, last] = [runs[0]?.text, runs.at(-1)?.text]
  if (first === undefined || last === undefined) return []
  const lookUp = async (run: string, find: (db: Database, part: string) => Promise<TermSet>) =>
    isStandaloneToken(run) ? [hashWord(run)] : find(db, run)
  if (runs.length === 1) return [lookUp(first, findTermsContaining)]
  return [lookUp(first, findTermsEndingWith), lookUp(last, findTermsStartingWith)]
}

/** As two runs meet in the query they meet in the post, where enough of both is known. */
function buildBoundaryTerms(runs: Token[]): number[] {
  return runs.flatMap(({ text, gap }, index) => {
    const left = runs[index - 1]
    if (!left || gap === null) return []
    const isLeftKnown = index > 1 || isStandaloneToken(left.text) || [...left.text].length >= 2
    const isRightKnown = index < runs.length - 1 || isStandaloneToken(text) || [...text].length >= 2
    return isLeftKnown && isRightKnown
      ? [hashBoundaryKey(buildBoundaryKey(left.text, gap, text))]
      : []
  })
}
