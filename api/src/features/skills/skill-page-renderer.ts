import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import {
  createDocumentRenderer,
  type PageContent,
} from '../../platform/http/web-app/document-renderer.ts'
import type { PageRenderer } from '../../platform/http/web-app/page-renderers.ts'
import type { Renderer } from '../../platform/http/web-app/renderer.ts'
import { buildSkillPageHead } from './skill-page-head.ts'
import type { FetchSkillPage } from './skill-page-cache.ts'
import { buildSubjectPath, parseSubject, type Subject } from './skill-page.ts'

const DOCUMENTS_MAX_BYTES = 16 * 1024 * 1024

const Params = z.object({ key: z.string() })

interface Options {
  fetchPage: FetchSkillPage
  renderer: Pick<Renderer, 'render'>
  appOrigin: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Renders the pages of skills, or of topics. */
export function createSkillPageRenderer(kind: Subject['kind'], options: Options): PageRenderer {
  const { fetchPage, renderer, appOrigin, log } = options

  async function readContent(params: unknown): Promise<PageContent | undefined> {
    const subject = parseSubject(kind, Params.safeParse(params).data?.key ?? '')
    const page = subject && (await fetchPage(subject))
    if (!page) return undefined
    const path = buildSubjectPath(page.subject)
    return {
      page: kind,
      query: 'page',
      key: path,
      path,
      reply: page.reply,
      buildHead: () => buildSkillPageHead(page, appOrigin),
    }
  }

  return createDocumentRenderer({
    readContent,
    renderer,
    log,
    documentsMaxBytes: DOCUMENTS_MAX_BYTES,
  })
}
