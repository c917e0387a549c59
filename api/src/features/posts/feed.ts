import type { browsePosts } from '@dolph/contract/posts'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Database } from '../../db/database.ts'
import { buildSuccessBody } from '../../http/success-body.ts'
import { CachedReply } from '../../http/cached-reply.ts'
import { decodePostCursor, encodePostCursor } from './post-cursor.ts'
import type { FeedQuery, PostSortKey } from './feed-query.ts'
import { getLowestPostIdAt } from './post-ids.ts'
import { selectFeed, selectPostsByIds } from './queries.ts'
import { findPosts } from './search/find-posts.ts'
import { getTimeRangeStart } from './time-range.ts'
import type { PostJson } from './post-json.ts'

type BrowseQuery = z.output<typeof browsePosts.schema.querystring>

/** All visitors see the same page; within this time they see the same bytes. */
const VISITOR_PAGE_TTL_MS = 1_000
const VISITOR_PAGES_MAX_BYTES = 64 * 1024 * 1024
/** What even an empty page takes, with its place in the cache. */
const PAGE_OVERHEAD_BYTES = 1_024

/** What a caller asked for, without what makes no difference to the answer. */
export function buildFeedQuery(asked: BrowseQuery, viewerId: string | null): FeedQuery {
  const { q, scope, type, sort, range, tz, author, cursor, limit } = asked
  const isRanged = sort === 'likes' && range !== 'all-time'
  return {
    q: q || null,
    scope: q ? scope : 'text',
    type: type ?? null,
    sort,
    since: isRanged ? getLowestPostIdAt(getTimeRangeStart(range, tz, Date.now())) : null,
    author: author ?? null,
    before: cursor === undefined ? null : decodePostCursor(cursor, sort),
    viewerId,
    // One more than asked for tells whether there is a next page.
    count: limit + 1,
  }
}

/** The newest posts of one member. */
export function buildAuthorFeedQuery(
  author: string,
  page: Pick<BrowseQuery, 'cursor' | 'limit'>,
  viewerId: string,
): FeedQuery {
  const all = { scope: 'text', sort: 'recent', range: 'all-time', tz: 'UTC' } as const
  return buildFeedQuery({ ...all, ...page, author }, viewerId)
}

export async function readFeedPage(db: Database, query: FeedQuery): Promise<CachedReply> {
  const limit = query.count - 1
  if (query.q === null) {
    const posts = await selectFeed(db, query)
    return buildPageReply(posts.slice(0, limit), getNextCursor(posts, limit))
  }
  const found = await findPosts(db, query)
  const ids = found.slice(0, limit).map(({ _id }) => _id)
  const posts = await selectPostsByIds(db, ids, query.viewerId)
  return buildPageReply(posts, getNextCursor(found, limit))
}

function getNextCursor(found: PostSortKey[], limit: number): string | null {
  const last = found[limit - 1]
  return found.length > limit && last ? encodePostCursor(last) : null
}

/** The reply of `browsePosts` around posts that are JSON already. */
function buildPageReply(posts: Pick<PostJson, 'json'>[], nextCursor: string | null): CachedReply {
  const frame = buildSuccessBody({ message: 'Posts fetched successfully', nextCursor })
  const data = posts.map((post) => post.json).join()
  const body = `${JSON.stringify(frame).slice(0, -1)},"data":[${data}]}`
  return new CachedReply(body, 'application/json; charset=utf-8')
}

export type VisitorFeedCache = ReturnType<typeof createVisitorFeedCache>

/** What visitors share, by its address. However many ask at once for a page that is not there, one query fetches it. */
export function createVisitorFeedCache(db: Database) {
  const pages = new LRUCache<string, CachedReply, BrowseQuery>({
    ttl: VISITOR_PAGE_TTL_MS,
    maxSize: VISITOR_PAGES_MAX_BYTES,
    sizeCalculation: (page, key) => page.body.length * 2 + key.length * 2 + PAGE_OVERHEAD_BYTES,
    fetchMethod: async (_key, _stale, { context }) =>
      readFeedPage(db, buildFeedQuery(context, null)),
    // While the database is away, visitors read what was there.
    noDeleteOnStaleGet: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  })

  return {
    /** The page at that address, if somebody has just asked for it. */
    held: (address: string): CachedReply | undefined => pages.get(address),
    async page(address: string, asked: BrowseQuery): Promise<CachedReply> {
      const fetched = await pages.fetch(address, { context: asked })
      return fetched ?? readFeedPage(db, buildFeedQuery(asked, null))
    },
  }
}
