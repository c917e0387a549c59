import { foldSearchText } from '@dolph/contract/fold-search-text'
import type { SearchScope } from '@dolph/contract/posts/post-filter'
import type { Reader } from '../../../platform/db/reader.ts'
import { isStandaloneToken, type Token, tokenizeText, buildBoundaryKey } from './tokenizer.ts'
import { hashBoundaryKey, hashWord } from './terms.ts'
import {
  findNamesContaining,
  type TermSet,
  findTermsStartingWith,
  findTermsContaining,
  findTermsEndingWith,
} from './find-terms.ts'

/** The conditions that a search puts on a post. */
export interface TermQuery {
  /** The LIKE pattern on folded text, which finally decides whether a post matches. */
  pattern: string
  /** A matching post has at least one term of each of these sets. */
  tokenTermSets: number[][]
  /** A matching post has all of these boundary terms. */
  boundaryTerms: number[]
  /** A post by one of these names matches too; null when there are too many, empty when names are not searched. */
  authorNameTerms: TermSet
  /** A set was too large to list, so that posts without any of these terms can match. */
  isUnbounded: boolean
  /** False when no post contains the words, so that no text can match. */
  canMatchText: boolean
}

/** Converts a typed query into terms. A substring becomes the words that contain it. */
export async function buildTermQuery(
  reader: Reader,
  q: string,
  scope: SearchScope,
): Promise<TermQuery> {
  const folded = foldSearchText(q)
  const tokens = tokenizeText(folded)
  const [sets, authorNameTerms] = await Promise.all([
    Promise.all(findTermSets(reader, tokens)),
    scope === 'text-and-author' ? findNamesContaining(reader, folded) : [],
  ])
  const tokenTermSets = sets.filter((set) => set !== null)
  const boundaryTerms = buildBoundaryTerms(tokens)
  return {
    pattern: `%${folded.replaceAll(/[\\%_]/g, '\\$&')}%`,
    tokenTermSets,
    boundaryTerms,
    authorNameTerms,
    isUnbounded:
      (tokenTermSets.length === 0 && boundaryTerms.length === 0) || authorNameTerms === null,
    canMatchText: tokenTermSets.every((set) => set.length > 0),
  }
}

/** The first token of a query ends a word, the last one begins a word; a single token is anywhere in a word. */
function findTermSets(reader: Reader, tokens: Token[]): Promise<TermSet>[] {
  const [first, last] = [tokens[0]?.text, tokens.at(-1)?.text]
  if (first === undefined || last === undefined) return []
  const lookUp = async (token: string, find: (reader: Reader, part: string) => Promise<TermSet>) =>
    isStandaloneToken(token) ? [hashWord(token)] : find(reader, token)
  if (tokens.length === 1) return [lookUp(first, findTermsContaining)]
  return [lookUp(first, findTermsEndingWith), lookUp(last, findTermsStartingWith)]
}

/** The boundaries between neighboring tokens, which a matching post has too, where enough characters of both are known. */
function buildBoundaryTerms(tokens: Token[]): number[] {
  return tokens.flatMap(({ text, gap }, index) => {
    const left = tokens[index - 1]
    if (!left || gap === null) return []
    const isLeftKnown = index > 1 || isStandaloneToken(left.text) || [...left.text].length >= 2
    const isRightKnown =
      index < tokens.length - 1 || isStandaloneToken(text) || [...text].length >= 2
    return isLeftKnown && isRightKnown
      ? [hashBoundaryKey(buildBoundaryKey(left.text, gap, text))]
      : []
  })
}
