import { PAGE_SIZE } from '@dolph/contract/paging'
import { Post } from '@dolph/contract/posts/posts'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../../platform/deps.ts'
import { sendCachedReply, CachedReply } from '../../../platform/http/replies/cached-reply.ts'
import { createDocumentCache } from '../../../platform/http/replies/document-cache.ts'
import { renderAtomDocument, type AtomFeed } from './atom-document.ts'
import { buildFeedQuery } from '../feed/feed.ts'
import { selectFeed } from '../queries.ts'

/** As short as for the pages of visitors: a post that is deleted or hidden is gone from the next document. */
const CACHE_TTL_MS = 1_000
const MAX_AGE_SECONDS = 60

const NEWEST_PROJECTS: AtomFeed = {
  title: 'Projects on Dolph',
  description: 'The newest projects: finished work, ideas, and teams that look for contributors.',
  path: '/feed.xml',
  pagePath: '/browse',
}

/** Serves the newest projects to feed readers: the posts that a visitor sees on /browse. */
export async function atomFeedRoutes(
  app: FastifyInstance,
  { readers, config }: AppDeps,
): Promise<void> {
  const query = buildFeedQuery(
    { scope: 'text', sort: 'recent', range: 'all-time', tz: 'UTC', limit: PAGE_SIZE },
    null,
  )
  const fetchFeed = createDocumentCache(CACHE_TTL_MS, async () => {
    const newest = (await selectFeed(readers.everybody, query)).slice(0, PAGE_SIZE)
    const posts = newest.map(({ json }) => Post.parse(JSON.parse(json)))
    return new CachedReply(
      renderAtomDocument(posts, config.APP_ORIGIN, NEWEST_PROJECTS),
      'application/atom+xml; charset=utf-8',
    )
  })

  const options = { config: { access: 'public' as const }, schema: { hide: true } }
  app.get('/feed.xml', options, async (request, reply) => {
    const feed = await fetchFeed()
    reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
    return sendCachedReply(request, reply, feed)
  })
}
