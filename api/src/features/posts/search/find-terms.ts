import { sql } from 'kysely'
import { queryCompiler, type Database } from '../../../db/database.ts'
import { prepareStatement } from '../../../db/prepared-statement.ts'
import { SUBSTRING_MAX } from './tokenizer.ts'
import { buildNameWord, hashWord } from './terms.ts'

/** A part that more words have than this is so common that reading the newest posts finds it sooner. */
const MATCHING_WORDS_MAX = 600

/** The terms of some words, or null when there are too many to list. */
export type TermSet = number[] | null

/** Words that contain `part` anywhere. */
export async function findTermsContaining(db: Database, part: string): Promise<TermSet> {
  return hashWords(await substringStatement.run(db, buildPrefixRange(truncatePart(part))))
}

/** Names of members that contain `part` anywhere. */
export async function findNamesContaining(db: Database, part: string): Promise<TermSet> {
  return hashWords(
    await substringStatement.run(db, buildPrefixRange(buildNameWord(truncatePart(part)))),
  )
}

/** Words that begin with `part`. */
export async function findTermsStartingWith(db: Database, part: string): Promise<TermSet> {
  return hashWords(await prefixStatement.run(db, buildPrefixRange(truncatePart(part))))
}

/** Words that end with `part`. Of one too long to be kept as an end, the words that contain its start. */
export async function findTermsEndingWith(db: Database, part: string): Promise<TermSet> {
  if ([...part].length > SUBSTRING_MAX) return findTermsContaining(db, part)
  return hashWords(await suffixStatement.run(db, { part }))
}

function truncatePart(part: string): string {
  return [...part].slice(0, SUBSTRING_MAX).join('')
}

function hashWords(rows: { word: string }[]): TermSet {
  return rows.length > MATCHING_WORDS_MAX
    ? null
    : [...new Set(rows.map(({ word }) => hashWord(word)))]
}

/** Everything that begins with `part` lies between it and the last character there is. */
function buildPrefixRange(part: string): PrefixRange {
  return { part, end: `${part}\u{10FFFF}` }
}

interface PrefixRange {
  part: string
  end: string
}

const rowLimit = sql.lit(MATCHING_WORDS_MAX + 1)

const substringStatement = prepareStatement<PrefixRange, { word: string }>((slot) =>
  queryCompiler
    .selectFrom('search_suffixes')
    .select('word')
    .where('suffix', '>=', slot('part'))
    .where('suffix', '<', slot('end'))
    .limit(rowLimit),
)

const prefixStatement = prepareStatement<PrefixRange, { word: string }>((slot) =>
  queryCompiler
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', slot('part'))
    .where('word', '<', slot('end'))
    .limit(rowLimit),
)

const suffixStatement = prepareStatement<{ part: string }, { word: string }>((slot) =>
  queryCompiler
    .selectFrom('search_suffixes')
    .select('word')
    .where('suffix', '=', slot('part'))
    .limit(rowLimit),
)
