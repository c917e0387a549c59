import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database, Queryable } from '../../../db/database.ts'
import { buildSearchEntry, type SearchablePost, type SearchEntry } from './terms.ts'

/** Words that this process need not tell the database again. */
const KNOWN_WORDS_MAX = 200_000
/** For so long: a word that nobody told the database about for a day may be forgotten there. */
const KNOWN_WORDS_TTL_MS = 3_600_000
const PENDING_BATCH_SIZE = 200

/**
 * First half of making a post findable: its words become known, in a transaction of their own. A word that no
 * post has after all does no harm, and new words never make two writers of posts wait for each other.
 */
export async function prepareSearchEntry(db: Database, post: SearchablePost): Promise<SearchEntry> {
  const entry = buildSearchEntry(post)
  await registerWords(db, entry.words)
  return entry
}

/** Second half, in the transaction that saves the post: what the post says now is what a search finds. */
export async function saveSearchEntry(
  tx: Queryable,
  postId: string,
  entry: SearchEntry,
): Promise<void> {
  const { author, folded, terms } = entry
  await tx
    .insertInto('post_search')
    .columns(['post_id', 'type', 'author', 'folded', 'terms'])
    .expression((from) =>
      from
        .selectFrom('posts')
        .select(['id', 'type'])
        .select([
          sql<string>`${author}::text`.as('author'),
          sql<string>`${folded}::text`.as('folded'),
          sql<number[]>`${terms}::int[]`.as('terms'),
        ])
        .where('id', '=', postId),
    )
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet((row) => ({
        type: row.ref('excluded.type'),
        folded: row.ref('excluded.folded'),
        terms: row.ref('excluded.terms'),
      })),
    )
    .execute()
}

/** Some of the posts that are due; true if there may be more. */
export async function indexPendingPosts(tx: Queryable, db: Database): Promise<boolean> {
  const { rows } = await sql<SearchablePost>`
    with taken as (
      delete from post_search_due
      where ctid = any(array(select ctid from post_search_due limit ${PENDING_BATCH_SIZE}))
      returning post_id)
    select posts.id, title, body, username from posts
    join members on members.id = author_id
    where posts.id in (select post_id from taken)
    for key share of posts
  `.execute(tx)
  for (const post of rows) await saveSearchEntry(tx, post.id, await prepareSearchEntry(db, post))
  return rows.length > 0
}

/** By size, each being 1: with `max` there would be room for all of them from the start. */
function createKnownWordsCache(): LRUCache<string, true> {
  return new LRUCache({
    maxSize: KNOWN_WORDS_MAX,
    sizeCalculation: () => 1,
    ttl: KNOWN_WORDS_TTL_MS,
  })
}

const knownWords = new WeakMap<Database, LRUCache<string, true>>()

export async function registerWords(db: Database, words: string[]): Promise<void> {
  const known = knownWords.get(db) ?? createKnownWordsCache()
  knownWords.set(db, known)
  // In one order for everybody: two processes that learn the same words at once must not lock each other out.
  const fresh = words.filter((word) => !known.get(word)).toSorted()
  if (fresh.length === 0) return
  await sql`
    with told as (
      insert into search_words (word) select unnest(${fresh}::text[])
      on conflict (word) do update set unused_since = null where search_words.unused_since is not null
      returning word, xmax = 0 as is_new)
    insert into search_suffixes (suffix, word)
    select suffix, word from told cross join lateral word_suffixes(word) as suffix where is_new
  `.execute(db)
  for (const word of fresh) known.set(word, true)
}
