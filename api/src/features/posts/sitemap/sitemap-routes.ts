import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AppDeps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { PendingReads } from '../../../platform/db/caches/pending-reads.ts'
import { CachedReply, sendCachedReply } from '../../../platform/http/replies/cached-reply.ts'
import { selectMonthPosts, selectMonths } from './queries.ts'
import { renderPostLocations, renderSitemapIndex, renderUrlSet } from './sitemap-documents.ts'
import { parseMonthFileName, type SitemapMonth } from './sitemap-months.ts'

/** A post that is deleted or hidden is gone from the sitemap after this time. */
const CACHE_TTL_MS = 3_600_000
/** Shorter for a month without an address: it may get its first one, and the index would then name a file that is missing. */
const MISSING_TTL_MS = 60_000
const CACHE_MAX_BYTES = 32 * 1024 * 1024
const ENTRY_OVERHEAD_BYTES = 1_024
const MAX_AGE_SECONDS = 300
const INDEX = 'index'

/** Serves the sitemap: an index, and one file for each month of posts, made on request and kept for an hour. */
export async function sitemapRoutes(
  app: FastifyInstance,
  { readers, config }: AppDeps,
): Promise<void> {
  const origin = config.APP_ORIGIN
  /** By month, and the index. */
  const documents = new LRUCache<string, CachedReply | 'none'>({
    ttl: CACHE_TTL_MS,
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: (document) =>
      ENTRY_OVERHEAD_BYTES + (document === 'none' ? 0 : document.body.length),
  })
  const pending = new PendingReads<CachedReply | 'none'>()

  async function fetchDocument(name: string): Promise<CachedReply | 'none'> {
    const cached = documents.get(name)
    if (cached) return cached
    return pending.share(name, async () => {
      const document = name === INDEX ? await renderIndex() : await renderMonth(name)
      documents.set(name, document, { ttl: document === 'none' ? MISSING_TTL_MS : CACHE_TTL_MS })
      return document
    })
  }

  async function renderIndex(): Promise<CachedReply> {
    return buildDocument(renderSitemapIndex(await selectMonths(readers.everybody), origin))
  }

  async function renderMonth(month: SitemapMonth): Promise<CachedReply | 'none'> {
    const locations: string[] = []
    for await (const posts of selectMonthPosts(readers.everybody, month))
      locations.push(...renderPostLocations(posts, origin))
    return locations.length === 0 ? 'none' : buildDocument(renderUrlSet(locations))
  }

  const options = { config: { access: 'public' as const }, schema: { hide: true } }

  app.get('/sitemap.xml', options, async (request, reply) => {
    const document = await fetchDocument(INDEX)
    reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
    return sendCachedReply(request, reply, orNotFound(document))
  })

  app.get<{ Params: { file: string } }>('/sitemaps/:file', options, async (request, reply) => {
    const month = parseMonthFileName(request.params.file, Date.now())
    const document = orNotFound(month === null ? undefined : await fetchDocument(month))
    reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
    return sendCachedReply(request, reply, document)
  })
}

function buildDocument(xml: string): CachedReply {
  return new CachedReply(xml, 'application/xml; charset=utf-8')
}

function orNotFound(document: CachedReply | 'none' | undefined): CachedReply {
  if (document === undefined || document === 'none') throw new Refusal('not-found', 'Not found')
  return document
}
