import { Id } from '@dolph/contract/primitives'
import { buildPublicPostPath } from '@dolph/contract/public-posts'
import type { PublicPost } from '@dolph/contract/read-public-post'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { CachedReply } from '../../../http/replies/cached-reply.ts'
import { insertPageHead } from '../../../http/web-app/page-head.ts'
import type { PageRenderer } from '../../../http/web-app/page-renderers.ts'
import type { Renderer } from '../../../http/web-app/renderer.ts'
import { OverloadedError } from '../../../semaphore.ts'
import { insertPlainPost } from './plain-post-document.ts'
import type { CachedPublicPost, PublicPostCache } from './public-post-cache.ts'
import { buildPublicPostHead } from './public-post-head.ts'

/** The paths of the page in the web app's list of pages. */
export const PUBLIC_POST_PATHS = ['/p/:id', '/p/:id/:slug']

/** Limited because a document contains relative times. */
const DOCUMENT_MAX_AGE_MS = 300_000
const DOCUMENTS_MAX_BYTES = 64 * 1024 * 1024
const DOCUMENT_OVERHEAD_BYTES = 1_024

const Params = z.object({ id: Id })

interface Options {
  publicPosts: PublicPostCache
  renderer: Pick<Renderer, 'render'>
  appOrigin: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

interface RenderedDocument {
  postEtag: string
  renderedAt: number
  document: CachedReply
}

/**
 * Renders the public page of a post: once for all concurrent requests, and again when the post has changed. While too many
 * pages wait for the renderer, or if it fails, the head and the text are sent, and the browser renders the page.
 */
export function createPublicPostRenderer(options: Options): PageRenderer {
  const { publicPosts, renderer, appOrigin, log } = options
  const documents = new LRUCache<string, RenderedDocument>({
    maxSize: DOCUMENTS_MAX_BYTES,
    // The compressed copies are smaller than the body.
    sizeCalculation: ({ document }) => document.body.length * 2 + DOCUMENT_OVERHEAD_BYTES,
  })
  const rendering = new Map<string, Promise<CachedReply>>()

  return async (built, { params, url }) => {
    const { id } = Params.safeParse(params).data ?? {}
    const cached = id === undefined ? undefined : await publicPosts.fetchPost(id)
    if (!cached) return null
    const path = buildPublicPostPath(cached.post)
    const [requestedPath = '', query] = url.split('?', 2)
    if (requestedPath !== path) return { redirect: query ? `${path}?${query}` : path }
    return getDocument(built, cached, path)
  }

  async function getDocument(built: CachedReply, cached: CachedPublicPost, path: string) {
    const { _id: id } = cached.post
    const rendered = documents.get(id)
    if (rendered && isDocumentFresh(rendered, cached.reply)) return rendered.document
    const key = `${id} ${cached.reply.etag}`
    const pending =
      rendering.get(key) ?? renderDocument(built, cached, path).finally(() => rendering.delete(key))
    rendering.set(key, pending)
    return pending
  }

  async function renderDocument(
    built: CachedReply,
    { post, reply }: CachedPublicPost,
    path: string,
  ) {
    const renderedAt = Date.now()
    const head = buildPublicPostHead(post, appOrigin)
    try {
      const html = await renderer.render({
        page: 'public-post',
        document: built.body.toString(),
        path,
        queries: { post: reply.body.toString() },
        head,
        renderedAt,
      })
      const document = new CachedReply(html, built.type)
      await document.compress()
      documents.set(post._id, { postEtag: reply.etag, renderedAt, document })
      return document
    } catch (error) {
      const document = buildPlainDocument(built, post, head)
      if (error instanceof OverloadedError) return document
      log.warn(error, `rendering the page of post ${post._id} failed; serving its text`)
      // Cached, so that a failing render is not repeated with every request.
      documents.set(post._id, { postEtag: reply.etag, renderedAt, document })
      return document
    }
  }
}

function buildPlainDocument(
  built: CachedReply,
  post: PublicPost,
  head: ReturnType<typeof buildPublicPostHead>,
): CachedReply {
  const document = insertPageHead(built.body.toString(), head)
  return new CachedReply(insertPlainPost(document, post), built.type)
}

function isDocumentFresh({ postEtag, renderedAt }: RenderedDocument, reply: CachedReply): boolean {
  return postEtag === reply.etag && Date.now() - renderedAt < DOCUMENT_MAX_AGE_MS
}
