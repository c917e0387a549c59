import { sql } from 'kysely'
import { indexImportedPosts } from '../../features/posts/search/index-imported-posts.ts'
import { buildSearchEntry, type SearchablePost } from '../../features/posts/search/terms.ts'
import type { ConsistencyCheck, Fault } from './consistency-check.ts'

const BATCH_SIZE = 500

interface IndexedPost extends SearchablePost {
  isHidden: boolean
  author: string | null
  folded: string | null
}

/** Compares the text of each post with its search entry. A post whose entry is being made is no fault. */
export const searchCheck: ConsistencyCheck = {
  name: 'search',
  summary: 'every visible post has a search entry with its text',
  async findFaults({ db }, after) {
    const { rows } = await sql<IndexedPost>`
      select posts.id, title, body, username, hidden_at is not null as "isHidden", author, folded
      from posts join members on members.id = author_id
        left join post_search on post_search.post_id = posts.id
      where posts.id > ${after}::uuid
        and not exists (select from events where kind = 'post.imported' and subject_id = posts.id)
      order by posts.id limit ${BATCH_SIZE}
    `.execute(db)
    const next = rows.length === BATCH_SIZE ? (rows.at(-1)?.id ?? null) : null
    return { faults: rows.flatMap((post) => findFault(post) ?? []), next }
  },
}

function findFault(post: IndexedPost): Fault | undefined {
  const { id, isHidden } = post
  if (isHidden) {
    if (post.folded === null) return undefined
    return {
      subject: id,
      problem: 'a hidden post can be found',
      repair: async ({ db }) => {
        await sql`
          delete from post_search using posts
          where post_search.post_id = ${id} and posts.id = post_search.post_id and hidden_at is not null
        `.execute(db)
        return true
      },
    }
  }
  const { author, folded } = buildSearchEntry(post)
  if (author === post.author && folded === post.folded) return undefined
  return {
    subject: id,
    problem: post.folded === null ? 'the search entry is missing' : 'the search entry differs',
    repair: async ({ db }) => {
      await db.transaction().execute((tx) => indexImportedPosts(tx, [{ subjectId: id }], { db }))
      return true
    },
  }
}
