import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { runExclusively } from '../../../db/run-exclusively.ts'
import { readOldestTimeBucket } from './oldest-time-bucket.ts'
import { MAX_POST_ID, getNewestTimeBucket } from './search-step.ts'
import { scopeTermToTimeBucket, hashWord } from './terms.ts'

const WORDS_BATCH_SIZE = 250
/** Posts whose words are known to be in use without a lookup: the common words, whose lookups cost most. */
const NEWEST_POSTS = 2_000
/** Longer than any process caches a word before it registers it again. */
const UNUSED_WORDS_RETENTION_HOURS = 24

/**
 * Deletes words that no post contains, because deleted text must not survive in the vocabulary. A word is marked first, and
 * deleted a day later unless a post has used it meanwhile. Does nothing while another run is under way.
 */
export async function deleteUnusedWords(db: Database): Promise<void> {
  await runExclusively(db, 'delete-unused-words', async () => {
    const timeBuckets = await listTimeBuckets(db)
    await deleteMarkedWords(db, timeBuckets)
    await markUnusedWords(db, timeBuckets)
  })
}

async function listTimeBuckets(db: Database): Promise<number[]> {
  const [newest, oldest] = [getNewestTimeBucket(MAX_POST_ID), await readOldestTimeBucket(db)]
  return Array.from({ length: newest - oldest + 1 }, (_, ago) => newest - ago)
}

async function deleteMarkedWords(db: Database, timeBuckets: number[]): Promise<void> {
  const markedBefore = sql`now() - make_interval(hours => ${UNUSED_WORDS_RETENTION_HOURS})`
  for (;;) {
    const { rows } = await sql<{ word: string }>`
      select word from search_words where unused_since < ${markedBefore}
      order by unused_since limit ${WORDS_BATCH_SIZE}
    `.execute(db)
    if (rows.length === 0) return
    const candidates = rows.map(({ word }) => buildCandidate(word, timeBuckets))
    await sql`select delete_unused_words(${JSON.stringify(candidates)}, ${markedBefore})`.execute(
      db,
    )
  }
}

async function markUnusedWords(db: Database, timeBuckets: number[]): Promise<void> {
  const newestTerms = await selectNewestTerms(db)
  for (let words = await selectWordsAfter(db, ''); words.length > 0;) {
    const candidates = words
      .map((word) => buildCandidate(word, timeBuckets))
      .filter(({ terms }) => !terms.some((term) => newestTerms.has(term)))
    if (candidates.length > 0) {
      await sql`select mark_unused_words(${JSON.stringify(candidates)})`.execute(db)
    }
    words = await selectWordsAfter(db, words.at(-1) ?? '')
  }
}

/** The word with the terms that the posts containing it have, one for each time bucket. */
function buildCandidate(word: string, timeBuckets: number[]) {
  const hash = hashWord(word)
  return { word, terms: timeBuckets.map((timeBucket) => scopeTermToTimeBucket(hash, timeBucket)) }
}

async function selectNewestTerms(db: Database): Promise<Set<number>> {
  const { rows } = await sql<{ terms: number[] | null }>`
    select array_agg(distinct term) as terms
    from (select terms from post_search order by post_id desc limit ${NEWEST_POSTS}) as newest, unnest(terms) as term
  `.execute(db)
  return new Set(rows[0]?.terms)
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
