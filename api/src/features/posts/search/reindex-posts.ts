import type { Backfill } from '../../../jobs/backfills/backfill.ts'
import { indexPosts } from './index-imported-posts.ts'

/** Fewer than a batch has: the posts are locked until their entries are saved. */
const POSTS_MAX = 200

/**
 * Makes the search entries of all posts anew. Raise the number in the name when what is stored in an entry changes: then they are made
 * once more. Entries of version 2 ignore accents and take any spaces for one.
 */
export const reindexPostsBackfill: Backfill = {
  name: 'search-entries-2',
  // The release before would look for `école` where `ecole` is stored, and write entries of its own kind behind the backfill.
  runsAlone: true,
  async fillBatch(tx, cursor, limit, db) {
    const count = Math.min(limit, POSTS_MAX)
    const posts = await tx
      .selectFrom('posts')
      .select('id')
      .$if(cursor !== null, (rows) => rows.where('id', '>', cursor ?? ''))
      .orderBy('id')
      .limit(count)
      .execute()
    const ids = posts.map(({ id }) => id)
    await indexPosts(tx, ids, db)
    return ids.length < count ? null : (ids.at(-1) ?? null)
  },
}
