import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { buildSearchEntry, type SearchablePost, type SearchEntry } from './terms.ts'

/** How many registered words this process caches. */
const KNOWN_WORDS_MAX = 200_000
/** How long a word stays cached: an unused word is deleted from the database a day after it was marked. */
const KNOWN_WORDS_TTL_MS = 3_600_000

/**
 * First step of indexing a post: registers its words, outside the transaction of the post. A word that no post ends up with
 * does no harm, and new words never make two authors wait for each other.
 */
export async function prepareSearchEntry(db: Database, post: SearchablePost): Promise<SearchEntry> {
  const entry = buildSearchEntry(post)
  await registerWords(db, entry.words)
  return entry
}

/**
 * Second step of indexing a post, in the transaction that saves it, so that searches see post and entry together. A hidden
 * post gets no entry.
 */
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
        .where('id', '=', postId)
        .where('hidden_at', 'is', null)
        // A post that is hidden at this moment is waited for, and then has no entry.
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet((row) => ({
        type: row.ref('excluded.type'),
        // An operator may have renamed the author.
        author: row.ref('excluded.author'),
        folded: row.ref('excluded.folded'),
        terms: row.ref('excluded.terms'),
      })),
    )
    .execute()
}

/** Limited by `maxSize` with a size of 1 each: with `max` the cache would allocate memory for all entries at once. */
function createKnownWordsCache(): LRUCache<string, true> {
  return new LRUCache({
    maxSize: KNOWN_WORDS_MAX,
    sizeCalculation: () => 1,
    ttl: KNOWN_WORDS_TTL_MS,
  })
}

/** More would take longer than a statement may, where many posts are indexed at once. */
const WORDS_PER_STATEMENT = 2_000

const knownWords = new WeakMap<Queryable, LRUCache<string, true>>()

export async function registerWords(db: Queryable, words: string[]): Promise<void> {
  const registered = knownWords.get(db) ?? createKnownWordsCache()
  knownWords.set(db, registered)
  // Sorted, so that two processes that register the same words at once cannot deadlock.
  const unregistered = words.filter((word) => !registered.get(word)).toSorted()
  for (let start = 0; start < unregistered.length; start += WORDS_PER_STATEMENT) {
    const part = unregistered.slice(start, start + WORDS_PER_STATEMENT)
    await sql`
      with inserted as (
        insert into search_words (word) select unnest(${part}::text[])
        on conflict (word) do update set unused_since = null where search_words.unused_since is not null
        returning word, xmax = 0 as is_new)
      insert into search_suffixes (suffix, word)
      select suffix, word from inserted cross join lateral word_suffixes(word) as suffix where is_new
    `.execute(db)
    for (const word of part) registered.set(word, true)
  }
}
