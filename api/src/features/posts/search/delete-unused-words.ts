import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { readOldestTimeBucket } from './oldest-time-bucket.ts'
import { MAX_POST_ID, getNewestTimeBucket } from './search-step.ts'
import { scopeTermToTimeBucket, hashWord } from './terms.ts'

const WORDS_BATCH_SIZE = 500
/** Longer than any process caches a word before it registers it again. */
const UNUSED_WORDS_RETENTION_HOURS = 24

/**
 * Deletes words that no post contains, because deleted text must not survive in the vocabulary. A word is marked first, and
 * deleted a day later unless a post has used it meanwhile.
 */
export async function deleteUnusedWords(db: Database): Promise<void> {
  while ((await deleteUnusedWordsBatch(db)) > 0);
  const [newest, oldest] = [getNewestTimeBucket(MAX_POST_ID), await readOldestTimeBucket(db)]
  const timeBuckets = Array.from({ length: newest - oldest + 1 }, (_, ago) => newest - ago)
  for (let words = await selectWordsAfter(db, ''); words.length > 0;) {
    for (const word of words) await markIfUnused(db, word, timeBuckets)
    words = await selectWordsAfter(db, words.at(-1) ?? '')
  }
}

async function deleteUnusedWordsBatch(db: Database): Promise<number> {
  const { rows } = await sql`
    select forget_word(word) from (
      select word from search_words
      where unused_since < now() - make_interval(hours => ${UNUSED_WORDS_RETENTION_HOURS}) limit ${WORDS_BATCH_SIZE}) as unused
  `.execute(db)
  return rows.length
}

async function selectWordsAfter(db: Database, word: string): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>', word)
    .where('unused_since', 'is', null)
    .orderBy('word')
    .limit(WORDS_BATCH_SIZE)
    .execute()
  return rows.map((row) => row.word)
}

async function markIfUnused(db: Database, word: string, timeBuckets: number[]): Promise<void> {
  const terms = timeBuckets.map((timeBucket) => scopeTermToTimeBucket(hashWord(word), timeBucket))
  await sql`
    update search_words set unused_since = now()
    where word = ${word} and not exists (select from post_search where terms && ${terms}::int[])
  `.execute(db)
}
