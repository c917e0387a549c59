import { PAGE_SIZE } from '@dolph/contract/paging'
import { Post } from '@dolph/contract/posts'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import { sendCachedReply, CachedReply } from '../../http/cached-reply.ts'
import { renderAtomDocument } from './atom-document.ts'
import { buildFeedQuery } from './feed.ts'
import { selectFeed } from './queries.ts'

/** Readers look every hour or so; a post that is deleted should be gone before the next one looks. */
const CACHE_TTL_MS = 30_000
const MAX_AGE_SECONDS = 60

/** The newest projects for feed readers: what a visitor sees on /browse, and nothing else. */
export async function atomFeedRoutes(app: FastifyInstance, { db, config }: Deps): Promise<void> {
  const query = buildFeedQuery(
    { scope: 'text', sort: 'recent', range: 'all-time', tz: 'UTC', limit: PAGE_SIZE },
    null,
  )
  const read = async () => {
    const newest = (await selectFeed(db, query)).slice(0, PAGE_SIZE)
    const posts = newest.map(({ json }) => Post.parse(JSON.parse(json)))
    return new CachedReply(
      renderAtomDocument(posts, config.APP_ORIGIN),
      'application/atom+xml; charset=utf-8',
    )
  }
  const held = new LRUCache<'feed', CachedReply>({
    max: 1,
    ttl: CACHE_TTL_MS,
    fetchMethod: read,
    // While the database is away, readers get what was there.
    noDeleteOnStaleGet: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  })

  const open = { config: { access: 'public' as const }, schema: { hide: true } }
  app.get('/feed.xml', open, async (request, reply) => {
    const feed = (await held.fetch('feed')) ?? (await read())
    reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
    return sendCachedReply(request, reply, feed)
  })
}
