import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { registerWords, saveSearchEntry } from './search-index.ts'
import { buildSearchEntry, type SearchablePost, type SearchEntry } from './terms.ts'

/** Saves the search entries of posts that were not written through the API. Those that are deleted by now are left out. */
export async function indexImportedPosts(
  tx: Queryable,
  events: readonly Pick<EventOf<'post.imported'>, 'subjectId'>[],
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  const ids = events.map(({ subjectId }) => subjectId)
  // Outside the transaction, as for a post of the API: authors of the same new words do not wait for the batch. Before the lock, as this
  // is most of the work.
  await registerWordsOf(db, (await selectTexts(db, ids)).map(buildSearchEntry))
  // An edit that is under way is waited for, and later ones wait: the entry of a newer text is never replaced by that of an older one.
  const posts = await selectTexts(tx, ids, sql`for share of posts`)
  const entries = posts.map((post) => ({ postId: post.id, ...buildSearchEntry(post) }))
  // Known already, except those of a text or name that changed meanwhile.
  await registerWordsOf(db, entries)
  for (const { postId, ...entry } of entries) await saveSearchEntry(tx, postId, entry)
}

async function registerWordsOf(db: Queryable, entries: readonly SearchEntry[]): Promise<void> {
  await registerWords(db, [...new Set(entries.flatMap(({ words }) => words))])
}

/** In the order of their ids, in which they are locked. */
async function selectTexts(
  db: Queryable,
  ids: readonly string[],
  lock = sql``,
): Promise<SearchablePost[]> {
  const { rows } = await sql<SearchablePost>`
    select posts.id, title, body, username from posts
    join members on members.id = author_id
    where posts.id = any(${ids})
    order by posts.id
    ${lock}
  `.execute(db)
  return rows
}
