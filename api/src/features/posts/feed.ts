import type { browsePosts } from '@dolph/contract/posts'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod/mini'
import type { Database } from '../../db/database.ts'
import { ok } from '../../http/ok.ts'
import { StoredReply } from '../../http/stored-reply.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { selectFeed, type WrittenPost } from './queries.ts'

export type BrowseQuery = z.output<typeof browsePosts.schema.querystring>

/** All visitors see the same page; within this time they see the same bytes. */
const SHARED_PAGE_MS = 1_000
const SHARED_PAGES_MAX_BYTES = 64 * 1024 * 1024

export async function feedPage(
  db: Database,
  query: BrowseQuery,
  viewerId: string | null,
): Promise<StoredReply> {
  const posts = await selectFeed(db, {
    before: query.cursor === undefined ? null : readCursor(query.cursor),
    type: query.type ?? null,
    viewerId,
    // One more than asked for tells whether there is a next page.
    count: query.limit + 1,
  })
  return new StoredReply(writePage(posts, query.limit), 'application/json; charset=utf-8')
}

/** The reply of `browsePosts` around posts that are JSON already. */
function writePage(posts: WrittenPost[], limit: number): string {
  const page = posts.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = posts.length > limit && last ? writeCursor(last._id) : null
  const frame = ok({ message: 'Posts fetched successfully', nextCursor })
  const data = page.map((post) => post.json).join()
  return `${JSON.stringify(frame).slice(0, -1)},"data":[${data}]}`
}

/** What visitors share. However many ask at once for a page that is not there, one query fetches it. */
export function sharedFeed(db: Database) {
  const pages = new LRUCache<string, StoredReply, BrowseQuery>({
    ttl: SHARED_PAGE_MS,
    maxSize: SHARED_PAGES_MAX_BYTES,
    sizeCalculation: (page) => page.body.length * 2,
    fetchMethod: (_key, _stale, { context }) => feedPage(db, context, null),
    // While the database is away, visitors read what was there.
    noDeleteOnStaleGet: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  })

  return async function page(query: BrowseQuery): Promise<StoredReply> {
    const key = `${query.type ?? ''} ${query.cursor ?? ''} ${query.limit}`
    const fetched = pages.get(key) ?? (await pages.fetch(key, { context: query }))
    return fetched ?? feedPage(db, query, null)
  }
}
