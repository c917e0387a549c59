import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { PendingReads } from '../../db/caches/pending-reads.ts'
import { OverloadedError } from '../../semaphore.ts'
import { CachedReply } from '../replies/cached-reply.ts'
import { insertPageHead, type PageHead } from './page-head.ts'
import type { PageRenderer } from './page-renderers.ts'
import type { Renderer } from './renderer.ts'

/** Limited because a document contains relative times. */
const DOCUMENT_MAX_AGE_MS = 300_000
const DOCUMENT_OVERHEAD_BYTES = 1_024

/** What a page of the web app is rendered from. */
export interface PageContent {
  /** The name of the page in the web app's `prerender/rendered-pages.ts`. */
  page: string
  /** Identifies the document in the cache. */
  key: string
  /** The address of the page; requests for another one are redirected to it. */
  path: string
  /** What the page shows. The document is rendered again when its etag has changed. */
  reply: CachedReply
  /** The name that the page has for the reply. */
  query: string
  buildHead: () => PageHead
  /** Adds what is known without the renderer. */
  insertText?: (document: string) => string
}

interface Options {
  /** Undefined if there is no such page. Content that is in memory is returned at once: each promise would cost a request time. */
  readContent: (params: unknown) => PageContent | undefined | Promise<PageContent | undefined>
  documentsMaxBytes: number
  renderer: Pick<Renderer, 'render'>
  log: Pick<FastifyBaseLogger, 'warn'>
}

interface RenderedDocument {
  etag: string
  renderedAt: number
  document: CachedReply
}

/**
 * Renders pages with data in them: once for all concurrent requests, and again when the data has changed. While too many pages
 * wait for the renderer, or if it fails, the head and the text are sent, and the browser renders the page.
 */
export function createDocumentRenderer(options: Options): PageRenderer {
  const { readContent, documentsMaxBytes, renderer, log } = options
  const documents = new LRUCache<string, RenderedDocument>({
    maxSize: documentsMaxBytes,
    // The compressed copies are smaller than the body.
    sizeCalculation: ({ document }) => document.body.length * 2 + DOCUMENT_OVERHEAD_BYTES,
  })
  const rendering = new PendingReads<CachedReply>()

  return (built, { params, url }) => {
    const content = readContent(params)
    return content instanceof Promise
      ? content.then((read) => selectReply(built, read, url))
      : selectReply(built, content, url)
  }

  function selectReply(built: CachedReply, content: PageContent | undefined, url: string) {
    if (!content) return null
    const { path } = content
    if (url === path) return getDocument(built, content)
    const [requestedPath = '', query] = url.split('?', 2)
    if (!isSamePath(requestedPath, path)) return { redirect: query ? `${path}?${query}` : path }
    return getDocument(built, content)
  }

  function getDocument(built: CachedReply, content: PageContent) {
    const { key, reply } = content
    const rendered = documents.get(key)
    if (rendered && isFresh(rendered, reply)) return rendered.document
    return rendering.share(`${key} ${reply.etag}`, () => renderDocument(built, content))
  }

  async function renderDocument(built: CachedReply, content: PageContent): Promise<CachedReply> {
    const { page, key, path, reply, query } = content
    const renderedAt = Date.now()
    const head = content.buildHead()
    const builtDocument = built.body.toString()
    try {
      const html = await renderer.render({
        page,
        path,
        head,
        renderedAt,
        document: builtDocument,
        queries: { [query]: reply.body.toString() },
      })
      const document = new CachedReply(html, built.type)
      await document.compress()
      documents.set(key, { etag: reply.etag, renderedAt, document })
      return document
    } catch (error) {
      const withHead = insertPageHead(builtDocument, head)
      const document = new CachedReply(content.insertText?.(withHead) ?? withHead, built.type)
      if (error instanceof OverloadedError) return document
      log.warn(error, `rendering ${page} ${key} failed; serving its head and text`)
      // Cached, so that a failing render is not repeated with every request.
      documents.set(key, { etag: reply.etag, renderedAt, document })
      return document
    }
  }
}

/** Two spellings of the same path: browsers leave characters as they are that `encodeURIComponent` encodes. */
function isSamePath(requested: string, path: string): boolean {
  return requested === path || decodeURIComponent(requested) === decodeURIComponent(path)
}

function isFresh({ etag, renderedAt }: RenderedDocument, reply: CachedReply): boolean {
  return etag === reply.etag && Date.now() - renderedAt < DOCUMENT_MAX_AGE_MS
}
