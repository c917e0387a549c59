import { browsePosts, type Post } from '@dolph/contract/posts'
import fastJson, { type AnySchema } from 'fast-json-stringify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod/mini'
import type { Database } from '../../db/database.ts'
import { ok } from '../../http/ok.ts'
import { StoredReply } from '../../http/stored-reply.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { selectFeed } from './queries.ts'

export type BrowseQuery = z.output<typeof browsePosts.schema.querystring>

/** All visitors see the same page; within this time they see the same bytes. */
const SHARED_PAGE_MS = 1_000
const SHARED_PAGES_MAX_BYTES = 64 * 1024 * 1024

// Twenty posts through zod cost more than fetching them; this keeps to the same schema and drops
// undeclared fields just as well.
const writePage = fastJson(z.toJSONSchema(browsePosts.schema.response[200]) as AnySchema)

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
  const page = toPage(posts, query.limit)
  return new StoredReply(writePage(page), 'application/json; charset=utf-8')
}

function toPage(posts: Post[], limit: number) {
  const data = posts.slice(0, limit)
  const last = data.at(-1)
  const nextCursor = posts.length > limit && last ? writeCursor(last._id) : null
  return ok({ message: 'Posts fetched successfully', data, nextCursor })
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
