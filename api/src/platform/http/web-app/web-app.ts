import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { isApiRequest } from '../route-config.ts'
import { insertAppOrigin } from './insert-app-origin.ts'
import { sendCachedReply, CachedReply } from '../replies/cached-reply.ts'
import { serveRootFiles } from './serve-root-files.ts'
import { StoredAssets } from './stored-assets.ts'

/** The page list that the build of the web app writes: the path and the file of each page. */
const Pages = z.array(z.object({ path: z.string().startsWith('/'), file: z.string() }))

interface Options {
  /** The build output of the web app. Without it, no pages are served. */
  folder: string
  /** The public origin, inserted into the pages for absolute URLs. */
  appOrigin: string
  /** Storage that has the assets of other releases. */
  files: Deps['files']
}

/** As `sendFile` says it of the assets of this release. */
const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable'
const HTML_TYPE = 'text/html; charset=utf-8'
const publicRoute = { config: { access: 'public' as const }, schema: { hide: true } }
const assetRoute = { ...publicRoute, config: { ...publicRoute.config, limit: 'asset' as const } }

/** Serves the built web app: pages from memory, assets from disk, and status 404 for everything else. */
export const webApp = plugin<Options>(async (app: FastifyInstance, options) => {
  const isBuilt = existsSync(join(options.folder, 'pages.json'))
  const notFoundPage = isBuilt ? await servePages(app, options) : null

  app.setNotFoundHandler(async (request, reply) => {
    if (!notFoundPage || !acceptsHtml(request)) throw new Refusal('not-found', 'Not found')
    reply.code(404)
    return sendPage(request, reply, notFoundPage)
  })
})

async function servePages(
  app: FastifyInstance,
  { folder, appOrigin, files: storage }: Options,
): Promise<CachedReply> {
  const client = join(folder, 'client')
  const pages = Pages.parse(JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')))
  const files = new Map<string, CachedReply>()
  const loadPage = async (file: string) => {
    const cached = files.get(file)
    if (cached) return cached
    const html = await readFile(join(client, file), 'utf8')
    const page = new CachedReply(insertAppOrigin(html, appOrigin), HTML_TYPE)
    files.set(file, page)
    return page
  }

  await app.register(fastifyStatic, { root: client, serve: false, preCompressed: true })
  const ownAssets = new Set(await listAssets(client))
  const storedAssets = new StoredAssets(storage)
  app.get<{ Params: { '*': string } }>('/assets/*', assetRoute, async (request, reply) => {
    const name = request.params['*']
    if (ownAssets.has(name))
      return reply.sendFile(`assets/${name}`, { maxAge: '1y', immutable: true })
    const stored = await storedAssets.read(name)
    if (!stored) return reply.callNotFound()
    reply.header('cache-control', ASSET_CACHE_CONTROL)
    return sendCachedReply(request, reply, stored)
  })
  await serveRootFiles(app, { folder: client, appOrigin })
  for (const { path, file } of pages) {
    const page = await loadPage(file)
    const render = app.pageRenderers.get(path)
    app.get(path, publicRoute, async (request, reply) => {
      const rendered = render ? await render(page, request) : page
      if (rendered === null) return reply.callNotFound()
      if ('redirect' in rendered) {
        // Checked each time: the page may move back.
        reply.header('cache-control', 'no-cache')
        return reply.redirect(rendered.redirect, 308)
      }
      return sendPage(request, reply, rendered)
    })
  }
  return loadPage('404.html')
}

async function listAssets(client: string): Promise<string[]> {
  const folder = join(client, 'assets')
  return existsSync(folder) ? readdir(folder) : []
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedReply) {
  reply.header('cache-control', 'no-cache')
  return sendCachedReply(request, reply, page)
}

function acceptsHtml(request: FastifyRequest): boolean {
  const isGet = request.method === 'GET' || request.method === 'HEAD'
  return isGet && !isApiRequest(request) && (request.headers.accept ?? '').includes('text/html')
}
