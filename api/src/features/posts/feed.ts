import type { browsePosts } from '@dolph/contract/posts'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { ok } from '../../http/ok.ts'
import { StoredReply } from '../../http/stored-reply.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { FeedQuery, FoundPost } from './feed-query.ts'
import { lowestIdAt } from './post-ids.ts'
import { selectFeed, selectPostsByIds } from './queries.ts'
import { findPosts } from './search/find-posts.ts'
import { startOf } from './time-range.ts'
import type { WrittenPost } from './written-posts.ts'

type BrowseQuery = z.output<typeof browsePosts.schema.querystring>

/** All visitors see the same page; within this time they see the same bytes. */
const SHARED_PAGE_MS = 1_000
const SHARED_PAGES_MAX_BYTES = 64 * 1024 * 1024
/** What even an empty page takes, with its place in the cache. */
const PAGE_OVERHEAD_BYTES = 1_024

/** What a caller asked for, without what makes no difference to the answer. */
export function feedQuery(asked: BrowseQuery, viewerId: string | null): FeedQuery {
  const { q, scope, type, sort, range, tz, author, cursor, limit } = asked
  const isRanged = sort === 'likes' && range !== 'all-time'
  return {
    q: q || null,
    scope: q ? scope : 'text',
    type: type ?? null,
    sort,
    since: isRanged ? lowestIdAt(startOf(range, tz, Date.now())) : null,
    author: author ?? null,
    before: cursor === undefined ? null : readCursor(cursor, sort),
    viewerId,
    // One more than asked for tells whether there is a next page.
    count: limit + 1,
  }
}

/** The newest posts of one member. */
export function authorQuery(
  author: string,
  page: Pick<BrowseQuery, 'cursor' | 'limit'>,
  viewerId: string,
): FeedQuery {
  const all = { scope: 'text', sort: 'recent', range: 'all-time', tz: 'UTC' } as const
  return feedQuery({ ...all, ...page, author }, viewerId)
}

export async function feedPage(db: Database, query: FeedQuery): Promise<StoredReply> {
  const limit = query.count - 1
  if (query.q === null) {
    const posts = await selectFeed(db, query)
    return writePage(posts.slice(0, limit), nextAfter(posts, limit))
  }
  const found = await findPosts(db, query)
  const ids = found.slice(0, limit).map(({ _id }) => _id)
  const posts = await selectPostsByIds(db, ids, query.viewerId)
  return writePage(posts, nextAfter(found, limit))
}

function nextAfter(found: FoundPost[], limit: number): string | null {
  const last = found[limit - 1]
  return found.length > limit && last ? writeCursor(last) : null
}

/** The reply of `browsePosts` around posts that are JSON already. */
function writePage(posts: Pick<WrittenPost, 'json'>[], nextCursor: string | null): StoredReply {
  const frame = ok({ message: 'Posts fetched successfully', nextCursor })
  const data = posts.map((post) => post.json).join()
  const body = `${JSON.stringify(frame).slice(0, -1)},"data":[${data}]}`
  return new StoredReply(body, 'application/json; charset=utf-8')
}

export type SharedFeed = ReturnType<typeof sharedFeed>

/** What visitors share, by its address. However many ask at once for a page that is not there, one query fetches it. */
export function sharedFeed(db: Database) {
  const pages = new LRUCache<string, StoredReply, BrowseQuery>({
    ttl: SHARED_PAGE_MS,
    maxSize: SHARED_PAGES_MAX_BYTES,
    sizeCalculation: (page, key) => page.body.length * 2 + key.length * 2 + PAGE_OVERHEAD_BYTES,
    fetchMethod: async (_key, _stale, { context }) => feedPage(db, feedQuery(context, null)),
    // While the database is away, visitors read what was there.
    noDeleteOnStaleGet: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  })

  return {
    /** The page at that address, if somebody has just asked for it. */
    held: (address: string): StoredReply | undefined => pages.get(address),
    async page(address: string, asked: BrowseQuery): Promise<StoredReply> {
      const fetched = await pages.fetch(address, { context: asked })
      return fetched ?? feedPage(db, feedQuery(asked, null))
    },
  }
}
