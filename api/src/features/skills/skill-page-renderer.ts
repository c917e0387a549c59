import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { CachedReply } from '../../http/replies/cached-reply.ts'
import { insertPageHead } from '../../http/web-app/page-head.ts'
import type { PageRenderer } from '../../http/web-app/page-renderers.ts'
import type { Renderer } from '../../http/web-app/renderer.ts'
import { OverloadedError } from '../../semaphore.ts'
import { buildSkillPageHead } from './skill-page-head.ts'
import type { FetchSkillPage } from './skill-page-cache.ts'
import { buildSubjectPath, parseSubject, type SkillPage, type Subject } from './skill-page.ts'

/** Limited because a document contains relative times. */
const DOCUMENT_MAX_AGE_MS = 300_000
const DOCUMENTS_MAX_BYTES = 16 * 1024 * 1024
const DOCUMENT_OVERHEAD_BYTES = 1_024

const Params = z.object({ key: z.string() })

interface Options {
  fetchPage: FetchSkillPage
  renderer: Pick<Renderer, 'render'>
  appOrigin: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

interface RenderedDocument {
  etag: string
  renderedAt: number
  document: CachedReply
}

/**
 * Renders the pages of skills or of topics: once for all concurrent requests, and again when a page has changed. While too many
 * pages wait for the renderer, or if it fails, the head is sent, and the browser renders the page.
 */
export function createSkillPageRenderer(kind: Subject['kind'], options: Options): PageRenderer {
  const { fetchPage, renderer, appOrigin, log } = options
  const documents = new LRUCache<string, RenderedDocument>({
    maxSize: DOCUMENTS_MAX_BYTES,
    // The compressed copies are smaller than the body.
    sizeCalculation: ({ document }) => document.body.length * 2 + DOCUMENT_OVERHEAD_BYTES,
  })
  const rendering = new Map<string, Promise<CachedReply>>()

  return async (built, { params, url }) => {
    const subject = parseSubject(kind, Params.safeParse(params).data?.key ?? '')
    const page = subject && (await fetchPage(subject))
    if (!page) return null
    const path = buildSubjectPath(page.subject)
    const [requestedPath = '', query] = url.split('?', 2)
    if (!isSamePath(requestedPath, path)) return { redirect: query ? `${path}?${query}` : path }
    return getDocument(built, page, path)
  }

  async function getDocument(built: CachedReply, page: SkillPage, path: string) {
    const rendered = documents.get(path)
    if (rendered && isDocumentFresh(rendered, page.reply)) return rendered.document
    const key = `${path} ${page.reply.etag}`
    const pending =
      rendering.get(key) ?? renderDocument(built, page, path).finally(() => rendering.delete(key))
    rendering.set(key, pending)
    return pending
  }

  async function renderDocument(built: CachedReply, page: SkillPage, path: string) {
    const renderedAt = Date.now()
    const { etag, body } = page.reply
    const head = buildSkillPageHead(page, appOrigin)
    try {
      const html = await renderer.render({
        ...{ page: kind, path, head, renderedAt },
        document: built.body.toString(),
        queries: { page: body.toString() },
      })
      const document = new CachedReply(html, built.type)
      await document.compress()
      documents.set(path, { etag, renderedAt, document })
      return document
    } catch (error) {
      const document = new CachedReply(insertPageHead(built.body.toString(), head), built.type)
      if (error instanceof OverloadedError) return document
      log.warn(error, `rendering ${path} failed; serving its head`)
      // Cached, so that a failing render is not repeated with every request.
      documents.set(path, { etag, renderedAt, document })
      return document
    }
  }
}

/** Two spellings of the same path: browsers leave characters as they are that `encodeURIComponent` encodes. */
function isSamePath(requested: string, path: string): boolean {
  return decodeURIComponent(requested) === decodeURIComponent(path)
}

function isDocumentFresh({ etag, renderedAt }: RenderedDocument, reply: CachedReply): boolean {
  return etag === reply.etag && Date.now() - renderedAt < DOCUMENT_MAX_AGE_MS
}
