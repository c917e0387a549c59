import { browsePosts } from '@dolph/contract/posts/posts'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cacheHits, cacheMisses } from '../../platform/telemetry/cache-metrics.ts'
import type { Flags } from '../../platform/flags/flags.ts'
import { CachedReply } from '../../platform/http/replies/cached-reply.ts'
import type { VisitorFeedCache } from './feed/feed.ts'
import type { Renderer } from '../../platform/http/web-app/renderer.ts'

/** Limited because a document contains relative times, and browsers refetch the posts of one that is older than a minute. */
const DOCUMENT_MAX_AGE_MS = 30_000
const DOCUMENT_TIMEOUT_MS = 2_000

const DEFAULT_BROWSE_QUERY = z.parse(browsePosts.schema.querystring, {})

interface BrowseDocumentOptions {
  visitorFeed: VisitorFeedCache
  renderer: Pick<Renderer, 'render'>
  log: Pick<FastifyBaseLogger, 'warn'>
  flags: Flags
  /** The page; /browse by default. */
  page?: 'browse' | 'home'
  /** What the page shows besides the posts, by the name that it has there. */
  readMore?: () => Promise<Record<string, string>>
  /** How long a request waits for the rendered posts. */
  timeoutMs?: number
}

interface RenderedDocument {
  posts: CachedReply
  renderedAt: number
  document: CachedReply
}

/**
 * Renders the document of a page with the visitors' first page of posts in it: once for all concurrent requests, and again
 * when its posts have changed. Falls back to the document `plain`, whose posts the browser fetches itself; a URL with a query
 * always gets it.
 */
export function createBrowseDocumentRenderer({
  visitorFeed,
  renderer,
  log,
  flags,
  page = 'browse',
  readMore = async () => ({}),
  timeoutMs = DOCUMENT_TIMEOUT_MS,
}: BrowseDocumentOptions) {
  const path = page === 'home' ? '/' : '/browse'
  let rendered: RenderedDocument | undefined
  let rendering: Promise<CachedReply> | undefined

  return async (plain: CachedReply, { url }: Pick<FastifyRequest, 'url'>): Promise<CachedReply> => {
    if (url.includes('?') || !flags.isOn('first-page')) return plain
    const cached = visitorFeed.getCached(browsePosts.url)
    if (cached && rendered && isDocumentFresh(rendered, cached)) {
      cacheHits['browse-document'] += 1
      return rendered.document
    }
    cacheMisses['browse-document'] += 1
    rendering ??= refresh(plain).finally(() => (rendering = undefined))
    return withTimeout(timeoutMs, rendering, rendered?.document ?? plain)
  }

  async function refresh(plain: CachedReply): Promise<CachedReply> {
    try {
      const posts = await visitorFeed.fetchPage(browsePosts.url, DEFAULT_BROWSE_QUERY)
      if (!rendered || !isDocumentFresh(rendered, posts)) rendered = await render(plain, posts)
      return rendered.document
    } catch (error) {
      log.warn(error, `posts of ${path} could not be read; serving the previous document`)
      return rendered?.document ?? plain
    }
  }

  async function render(plain: CachedReply, posts: CachedReply): Promise<RenderedDocument> {
    const renderedAt = Date.now()
    try {
      const html = await renderer.render({
        page,
        document: plain.body.toString(),
        path,
        queries: { posts: posts.body.toString(), ...(await readMore()) },
        renderedAt,
        isUrgent: true,
      })
      const document = new CachedReply(html, plain.type)
      await document.compress()
      return { posts, renderedAt, document }
    } catch (error) {
      log.warn(error, `rendering ${path} failed; serving it without posts`)
      // Cached like a rendered document, so that a failing render is not repeated with every request.
      return { posts, renderedAt, document: plain }
    }
  }
}

function isDocumentFresh(rendered: RenderedDocument, posts: CachedReply): boolean {
  return (
    rendered.posts.etag === posts.etag && Date.now() - rendered.renderedAt < DOCUMENT_MAX_AGE_MS
  )
}

async function withTimeout<T>(ms: number, pending: Promise<T>, fallback: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, ms, fallback)
  try {
    return await Promise.race([pending, promise])
  } finally {
    clearTimeout(timer)
  }
}
