import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { registerWords, saveSearchEntry } from './search/search-index.ts'
import { buildSearchEntry, type SearchablePost } from './search/terms.ts'

/**
 * Hides a post from everybody but its author: it leaves search and ranks with the transaction. False when there is no such
 * post. A hidden post stays hidden.
 */
export async function hidePost(tx: Queryable, id: string): Promise<boolean> {
  if (!(await lockPost(tx, id))) return false
  await tx
    .updateTable('posts')
    .set({ hidden_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .execute()
  await tx.deleteFrom('post_search').where('post_id', '=', id).execute()
  await tx.deleteFrom('post_ranks').where('post_id', '=', id).execute()
  return true
}

/** Brings a hidden post back, with its search entry and the rank of its likes. False when there is no hidden post. */
export async function unhidePost(tx: Queryable, id: string): Promise<boolean> {
  const post = await lockPost(tx, id)
  if (!post?.isHidden) return false
  await tx.updateTable('posts').set({ hidden_at: null }).where('id', '=', id).execute()
  const entry = buildSearchEntry(post)
  // The words may have been deleted meanwhile. Registered in this transaction: without it, no post would use them.
  await registerWords(tx, entry.words)
  await saveSearchEntry(tx, id, entry)
  await sql`
    insert into post_ranks (post_id, type, like_count)
    select id, type, coalesce(like_count, 0) from posts left join post_stats on post_id = id where id = ${id}
    on conflict (post_id) do update set type = excluded.type, like_count = excluded.like_count
  `.execute(tx)
  return true
}

type LockedPost = SearchablePost & { isHidden: boolean }

// Likes, comments, edits and the ranks task lock the post as well: this waits for them, and they see the change afterwards.
async function lockPost(tx: Queryable, id: string): Promise<LockedPost | undefined> {
  return tx
    .selectFrom('posts')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .select(['posts.id', 'title', 'body', 'username'])
    .select(sql<boolean>`hidden_at is not null`.as('isHidden'))
    .where('posts.id', '=', id)
    .forUpdate('posts')
    .executeTakeFirst()
}
