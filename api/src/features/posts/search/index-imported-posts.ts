import { sql } from 'kysely'
import type { Queryable } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import type { EventOf } from '../../../events/catalog.ts'
import { registerWords, saveSearchEntry } from './search-index.ts'
import { buildSearchEntry, type SearchablePost } from './terms.ts'

/** Saves the search entries of posts that were not written through the API. Posts that are deleted by now are left out. */
export async function indexImportedPosts(
  tx: Queryable,
  events: readonly Pick<EventOf<'post.imported'>, 'subjectId'>[],
  { db }: Pick<Deps, 'db'>,
): Promise<void> {
  const { rows: posts } = await sql<SearchablePost>`
    select posts.id, title, body, username from posts
    join members on members.id = author_id
    where posts.id = any(${events.map(({ subjectId }) => subjectId)})
    order by posts.id
    for key share of posts
  `.execute(tx)
  const entries = posts.map((post) => ({ postId: post.id, ...buildSearchEntry(post) }))
  // Outside the transaction, as for a post of the API: authors of the same new words do not wait for the batch.
  await registerWords(db, [...new Set(entries.flatMap(({ words }) => words))])
  for (const { postId, ...entry } of entries) await saveSearchEntry(tx, postId, entry)
}
