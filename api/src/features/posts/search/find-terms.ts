import { sql } from 'kysely'
import { queryCompiler } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import { prepareStatement } from '../../../platform/db/prepared-statement.ts'
import { SUBSTRING_MAX } from './tokenizer.ts'
import { buildNameWord, hashWord } from './terms.ts'

/** A substring of more words than this is so common that a scan of the newest posts finds it sooner. */
const MATCHING_WORDS_MAX = 600

/** The terms of some words, or null when there are too many to list. */
export type TermSet = number[] | null

/** The terms of words that contain `part`. */
export async function findTermsContaining(reader: Reader, part: string): Promise<TermSet> {
  return hashWords(await substringStatement.run(reader, buildPrefixRange(truncatePart(part))))
}

/** The terms of member names that contain `part`. */
export async function findNamesContaining(reader: Reader, part: string): Promise<TermSet> {
  return hashWords(
    await substringStatement.run(reader, buildPrefixRange(buildNameWord(truncatePart(part)))),
  )
}

/** The terms of words that begin with `part`. */
export async function findTermsStartingWith(reader: Reader, part: string): Promise<TermSet> {
  return hashWords(await prefixStatement.run(reader, buildPrefixRange(truncatePart(part))))
}

/** The terms of words that end with `part`; if it is longer than a stored suffix, of words that contain its beginning. */
export async function findTermsEndingWith(reader: Reader, part: string): Promise<TermSet> {
  if ([...part].length > SUBSTRING_MAX) return findTermsContaining(reader, part)
  return hashWords(await suffixStatement.run(reader, { part }))
}

function truncatePart(part: string): string {
  return [...part].slice(0, SUBSTRING_MAX).join('')
}

function hashWords(rows: { word: string }[]): TermSet {
  return rows.length > MATCHING_WORDS_MAX
    ? null
    : [...new Set(rows.map(({ word }) => hashWord(word)))]
}

/** All texts that begin with `part` sort between it and it with the highest code point appended. */
function buildPrefixRange(part: string): PrefixRange {
  return { part, end: `${part}\u{10FFFF}` }
}

interface PrefixRange {
  part: string
  end: string
}

const rowLimit = sql.lit(MATCHING_WORDS_MAX + 1)

const substringStatement = prepareStatement<PrefixRange, { word: string }>((placeholder) =>
  queryCompiler
    .selectFrom('search_suffixes')
    .select('word')
    .where('suffix', '>=', placeholder('part'))
    .where('suffix', '<', placeholder('end'))
    .limit(rowLimit),
)

const prefixStatement = prepareStatement<PrefixRange, { word: string }>((placeholder) =>
  queryCompiler
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', placeholder('part'))
    .where('word', '<', placeholder('end'))
    .limit(rowLimit),
)

const suffixStatement = prepareStatement<{ part: string }, { word: string }>((placeholder) =>
  queryCompiler
    .selectFrom('search_suffixes')
    .select('word')
    .where('suffix', '=', placeholder('part'))
    .limit(rowLimit),
)
