import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sendCachedReply, CachedReply } from '../replies/cached-reply.ts'
import { insertAppOrigin } from './insert-app-origin.ts'

interface Options {
  /** The folder whose files are served at the root, each under its own name. */
  folder: string
  appOrigin: string
}

const assetRoute = {
  config: { access: 'public' as const, limit: 'asset' as const },
  schema: { hide: true },
}
/** Files for crawlers, in which the build leaves a placeholder for the origin. */
const TEXT_TYPES_WITH_ORIGIN: Record<string, string> = {
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}
/** The service worker answers for the pages, so browsers must never use an outdated one. */
const SERVICE_WORKER = 'service-worker.js'
const IMAGE_EXTENSIONS = ['.png', '.ico', '.svg']
/** web-app.ts serves the pages, and the static plugin picks compressed copies by itself. */
const UNSERVED_EXTENSIONS = ['.html', '.br', '.gz']

/** Serves the files at the top of the folder at start: icons, the manifest, robots.txt and the sitemap of the static pages. */
export async function serveRootFiles(app: FastifyInstance, { folder, appOrigin }: Options) {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  for (const name of names.filter((each) => !UNSERVED_EXTENSIONS.includes(extname(each)))) {
    const type = TEXT_TYPES_WITH_ORIGIN[extname(name)]
    if (type === undefined) serveStaticFile(app, name)
    else {
      const text = await readFile(join(folder, name), 'utf8')
      serveTextFile(app, name, new CachedReply(insertAppOrigin(text, appOrigin), type))
    }
  }
}

function serveTextFile(app: FastifyInstance, name: string, text: CachedReply) {
  app.get(`/${name}`, assetRoute, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=3600')
    return sendCachedReply(request, reply, text)
  })
}

function serveStaticFile(app: FastifyInstance, name: string) {
  const isPicture = IMAGE_EXTENSIONS.includes(extname(name))
  app.get(`/${name}`, assetRoute, async (_request, reply) => {
    // Other sites may embed the image when they preview a link to us.
    if (isPicture) reply.header('cross-origin-resource-policy', 'cross-origin')
    if (name === SERVICE_WORKER) {
      reply.header('cache-control', 'no-cache')
      return reply.sendFile(name, { cacheControl: false })
    }
    return reply.sendFile(name, { maxAge: isPicture ? '1d' : '1h' })
  })
}
