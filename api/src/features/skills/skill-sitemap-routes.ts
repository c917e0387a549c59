import type { FastifyInstance } from 'fastify'
import type { Reader } from '../../platform/db/reader.ts'
import { CachedReply, sendCachedReply } from '../../platform/http/replies/cached-reply.ts'
import { createDocumentCache } from '../../platform/http/replies/document-cache.ts'
import { renderLocation, renderUrlSet } from '../posts/sitemap/sitemap-documents.ts'
import { selectIndexedTerms } from './queries.ts'
import { buildSubjectPath, type Subject } from './skill-page.ts'

/** Made once an hour: it reads all terms of open roles. */
const CACHE_TTL_MS = 3_600_000
const MAX_AGE_SECONDS = 3_600

interface Options {
  reader: Reader
  appOrigin: string
}

/** Serves the part of the sitemap that lists skills and topics with enough open roles; posts/sitemap names it. */
export async function skillSitemapRoutes(
  app: FastifyInstance,
  { reader, appOrigin }: Options,
): Promise<void> {
  const fetchDocument = createDocumentCache(
    CACHE_TTL_MS,
    async () =>
      new CachedReply(
        renderUrlSet(
          (await selectIndexedTerms(reader)).map((term) =>
            renderLocation('url', appOrigin + buildSubjectPath(parseTerm(term))),
          ),
        ),
        'application/xml; charset=utf-8',
      ),
  )

  const options = { config: { access: 'public' as const }, schema: { hide: true } }
  app.get('/sitemaps/skills.xml', options, async (request, reply) => {
    const document = await fetchDocument()
    reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
    return sendCachedReply(request, reply, document)
  })
}

function parseTerm(term: string): Subject {
  const end = term.indexOf(':')
  return { kind: term.startsWith('topic:') ? 'topic' : 'skill', key: term.slice(end + 1) }
}
