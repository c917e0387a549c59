import { sql } from 'kysely'
import { compiler, type Database } from '../../../db/database.ts'
import { prepare } from '../../../db/prepared.ts'
import { PART_MAX } from './runs.ts'
import { nameWord, wordTerm } from './terms.ts'

/** A part that more words have than this is so common that reading the newest posts finds it sooner. */
const WORDS_MAX = 600

/** The terms of some words, or null when there are too many to list. */
export type Terms = number[] | null

/** Words that contain `part` anywhere. */
export async function termsContaining(db: Database, part: string): Promise<Terms> {
  return termsOf(await containing.run(db, rangeOf(cut(part))))
}

/** Names of members that contain `part` anywhere. */
export async function namesContaining(db: Database, part: string): Promise<Terms> {
  return termsOf(await containing.run(db, rangeOf(nameWord(cut(part)))))
}

/** Words that begin with `part`. */
export async function termsBeginning(db: Database, part: string): Promise<Terms> {
  return termsOf(await beginning.run(db, rangeOf(cut(part))))
}

/** Words that end with `part`. Of one too long to be kept as an end, the words that contain its start. */
export async function termsEnding(db: Database, part: string): Promise<Terms> {
  if ([...part].length > PART_MAX) return termsContaining(db, part)
  return termsOf(await ending.run(db, { part }))
}

function cut(part: string): string {
  return [...part].slice(0, PART_MAX).join('')
}

function termsOf(rows: { word: string }[]): Terms {
  return rows.length > WORDS_MAX ? null : [...new Set(rows.map(({ word }) => wordTerm(word)))]
}

/** Everything that begins with `part` lies between it and the last character there is. */
function rangeOf(part: string): Range {
  return { part, end: `${part}\u{10FFFF}` }
}

interface Range {
  part: string
  end: string
}

const enough = sql.lit(WORDS_MAX + 1)

const containing = prepare<Range, { word: string }>((slot) =>
  compiler
    .selectFrom('search_suffixes')
    .select('word')
    .where('suffix', '>=', slot('part'))
    .where('suffix', '<', slot('end'))
    .limit(enough),
)

const beginning = prepare<Range, { word: string }>((slot) =>
  compiler
    .selectFrom('search_words')
    .select('word')
    .where('word', '>=', slot('part'))
    .where('word', '<', slot('end'))
    .limit(enough),
)

const ending = prepare<{ part: string }, { word: string }>((slot) =>
  compiler
    .selectFrom('search_suffixes')
    .select('word')
    .where('suffix', '=', slot('part'))
    .limit(enough),
)
