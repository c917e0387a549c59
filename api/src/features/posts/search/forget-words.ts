import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { oldestEra } from './oldest-era.ts'
import { ABOVE_ALL, newestEra } from './step.ts'
import { eraTerm, wordTerm } from './terms.ts'

const WORDS_AT_ONCE = 500
/** Longer than any process goes on without telling the database which words it uses. */
const UNUSED_HOURS = 24

/**
 * Forgets words that no post has: what was deleted must not live on in the vocabulary. A word is marked first and
 * forgotten a day later, if nobody has used it meanwhile.
 */
export async function forgetWords(db: Database): Promise<void> {
  while ((await forgetSome(db)) > 0);
  const [newest, oldest] = [newestEra(ABOVE_ALL), await oldestEra(db)]
  const eras = Array.from({ length: newest - oldest + 1 }, (_, ago) => newest - ago)
  for (let words = await wordsAfter(db, ''); words.length > 0;) {
    for (const word of words) await markIfUnused(db, word, eras)
    words = await wordsAfter(db, words.at(-1) ?? '')
  }
}

async function forgetSome(db: Database): Promise<number> {
  const { rows } = await sql`
    select forget_word(word) from (
      select word from search_words
      where unused_since < now() - make_interval(hours => ${UNUSED_HOURS}) limit ${WORDS_AT_ONCE}) as forgotten
  `.execute(db)
  return rows.length
}

async function wordsAfter(db: Database, word: string): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>', word)
    .where('unused_since', 'is', null)
    .orderBy('word')
    .limit(WORDS_AT_ONCE)
    .execute()
  return rows.map((row) => row.word)
}

async function markIfUnused(db: Database, word: string, eras: number[]): Promise<void> {
  const terms = eras.map((era) => eraTerm(wordTerm(word), era))
  await sql`
    update search_words set unused_since = now()
    where word = ${word} and not exists (select from post_search where terms && ${terms}::int[])
  `.execute(db)
}
