import { sql } from 'kysely'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { runExclusively } from '../../../platform/db/run-exclusively.ts'
import { readOldestTimeBucket } from './oldest-time-bucket.ts'
import { getNewestTimeBucket } from './search-step.ts'
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
  const [newest, oldest] = [getNewestTimeBucket(MAX_ID), await readOldestTimeBucket(db)]
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
    const words = rows.map(({ word }) => word)
    const candidates = buildCandidates(words.map((word) => buildCandidate(word, timeBuckets)))
    await db.transaction().execute(async (tx) => {
      await disableSequentialScans(tx)
      // In the order in which posts register their words, so that the two cannot deadlock.
      await sql`select from search_words where word = any (${words}) order by word for update`.execute(
        tx,
      )
      // A process that has cached a marked word does not register it again, so that a post may contain it.
      await sql`
        update search_words set unused_since = null from ${candidates}
        where search_words.word = candidate.word
          and exists (select from post_search where post_search.terms && candidate.terms)
      `.execute(tx)
      await sql`
        with deleted as (
          delete from search_words where word = any (${words}) and unused_since < ${markedBefore} returning word)
        delete from search_suffixes using deleted cross join lateral word_suffixes(deleted.word) as own (suffix)
        where search_suffixes.suffix = own.suffix and search_suffixes.word = deleted.word
      `.execute(tx)
    })
  }
}

async function markUnusedWords(db: Database, timeBuckets: number[]): Promise<void> {
  const newestTerms = await selectNewestTerms(db)
  for (let words = await selectWordsAfter(db, ''); words.length > 0;) {
    const candidates = words
      .map((word) => buildCandidate(word, timeBuckets))
      .filter(({ terms }) => !terms.some((term) => newestTerms.has(term)))
    if (candidates.length > 0) await markIfUnused(db, candidates)
    words = await selectWordsAfter(db, words.at(-1) ?? '')
  }
}

async function markIfUnused(db: Database, candidates: Candidate[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await disableSequentialScans(tx)
    await sql`
      update search_words set unused_since = now() from ${buildCandidates(candidates)}
      where search_words.word = candidate.word and unused_since is null
        and not exists (select from post_search where post_search.terms && candidate.terms)
    `.execute(tx)
  })
}

/** \`terms\` have no statistics: PostgreSQL would expect to find a post with one of them after a few rows. */
async function disableSequentialScans(tx: Queryable): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(tx)
}

interface Candidate {
  word: string
  terms: number[]
}

function buildCandidates(candidates: Candidate[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as candidate (word text, terms integer[])`
}

/** The word with the terms that the posts containing it have, one for each time bucket. */
function buildCandidate(word: string, timeBuckets: number[]): Candidate {
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
