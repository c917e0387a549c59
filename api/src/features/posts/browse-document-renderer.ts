import { browsePosts } from '@dolph/contract/posts'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { CachedReply } from '../../http/cached-reply.ts'
import type { VisitorFeedCache } from './feed.ts'
import type { Renderer } from '../../http/renderer.ts'

/** A document says how long ago things happened, and browsers look for newer posts in one that is older than a minute. */
const DOCUMENT_MAX_AGE_MS = 30_000
const DOCUMENT_TIMEOUT_MS = 2_000

const DEFAULT_BROWSE_QUERY = z.parse(browsePosts.schema.querystring, {})

interface BrowseDocumentOptions {
  visitorFeed: VisitorFeedCache
  renderer: Pick<Renderer, 'render'>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Whoever asks for the page does not wait longer for its posts. */
  timeoutMs?: number
}

interface RenderedDocument {
  posts: CachedReply
  renderedAt: number
  document: CachedReply
}

/**
 * The document of /browse with the visitors' first page of posts in it. However many ask at once, it is rendered once,
 * and again when its posts have changed. Where that fails, `plain` is the document: the browser fetches its posts.
 */
export function createBrowseDocumentRenderer({
  visitorFeed,
  renderer,
  log,
  timeoutMs = DOCUMENT_TIMEOUT_MS,
}: BrowseDocumentOptions) {
  let made: RenderedDocument | undefined
  let making: Promise<CachedReply> | undefined

  return async (plain: CachedReply): Promise<CachedReply> => {
    const held = visitorFeed.held(browsePosts.url)
    if (held && made && isDocumentFresh(made, held)) return made.document
    making ??= make(plain).finally(() => (making = undefined))
    return withTimeout(timeoutMs, making, made?.document ?? plain)
  }

  async function make(plain: CachedReply): Promise<CachedReply> {
    try {
      const posts = await visitorFeed.page(browsePosts.url, DEFAULT_BROWSE_QUERY)
      if (!made || !isDocumentFresh(made, posts)) made = await render(plain, posts)
      return made.document
    } catch (error) {
      log.warn(error)
      return made?.document ?? plain
    }
  }

  async function render(plain: CachedReply, posts: CachedReply): Promise<RenderedDocument> {
    const at = Date.now()
    try {
      const task = { document: plain.body.toString(), reply: posts.body.toString(), at }
      const document = new CachedReply(await renderer.render(task), plain.type)
      await document.compress()
      return { posts, renderedAt: at, document }
    } catch (error) {
      log.warn(error)
      // Kept as if it had been rendered: what fails is not tried with every request.
      return { posts, renderedAt: at, document: plain }
    }
  }
}

function isDocumentFresh(made: RenderedDocument, posts: CachedReply): boolean {
  return made.posts.etag === posts.etag && Date.now() - made.renderedAt < DOCUMENT_MAX_AGE_MS
}

async function withTimeout<T>(ms: number, wanted: Promise<T>, otherwise: T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, ms, otherwise)
  try {
    return await Promise.race([wanted, promise])
  } finally {
    clearTimeout(timer)
  }
}
