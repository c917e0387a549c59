import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { insertAppOrigin } from './insert-app-origin.ts'
import { sendCachedReply, CachedReply } from './cached-reply.ts'
import { serveRootFiles } from './serve-root-files.ts'

/** Written by the build of the web app: which file answers which address. */
const Pages = z.array(z.object({ path: z.string().startsWith('/'), file: z.string() }))

interface Options {
  /** The folder the web app was built into. Nothing is served where there is none. */
  folder: string
  /** Where the product is found: it is put into the pages wherever an address must be absolute. */
  appOrigin: string
  /** What is sent in place of a page at its bare address; with a query in the address the page is sent as it was built. */
  pageRenderers: Record<string, (page: CachedReply) => Promise<CachedReply>>
}

const HTML_TYPE = 'text/html; charset=utf-8'
const publicRoute = { config: { access: 'public' as const }, schema: { hide: true } }
const assetRoute = { ...publicRoute, config: { ...publicRoute.config, limit: 'asset' as const } }

/** Serves the built web app: its pages from memory, its assets from disk, and an honest 404 for the rest. */
export const webApp = plugin<Options>(async (app: FastifyInstance, options) => {
  const isBuilt = existsSync(join(options.folder, 'pages.json'))
  const missing = isBuilt ? await servePages(app, options) : null

  app.setNotFoundHandler(async (request, reply) => {
    if (!missing || !acceptsHtml(request)) throw new Refusal('not-found', 'Not found')
    reply.code(404)
    return sendPage(request, reply, missing)
  })
})

async function servePages(
  app: FastifyInstance,
  { folder, appOrigin, pageRenderers }: Options,
): Promise<CachedReply> {
  const client = join(folder, 'client')
  const pages = Pages.parse(JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')))
  const files = new Map<string, CachedReply>()
  const load = async (file: string) => {
    const held = files.get(file)
    if (held) return held
    const html = await readFile(join(client, file), 'utf8')
    const page = new CachedReply(insertAppOrigin(html, appOrigin), HTML_TYPE)
    files.set(file, page)
    return page
  }

  await app.register(fastifyStatic, { root: client, serve: false, preCompressed: true })
  app.get<{ Params: { '*': string } }>('/assets/*', assetRoute, async (request, reply) => {
    return reply.sendFile(`assets/${request.params['*']}`, { maxAge: '1y', immutable: true })
  })
  await serveRootFiles(app, { folder: client, appOrigin })
  for (const { path, file } of pages) {
    const page = await load(file)
    const make = pageRenderers[path]
    app.get(path, publicRoute, async (request, reply) => {
      const isBare = !request.url.includes('?')
      return sendPage(request, reply, make && isBare ? await make(page) : page)
    })
  }
  return load('404.html')
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedReply) {
  reply.header('cache-control', 'no-cache')
  return sendCachedReply(request, reply, page)
}

function acceptsHtml(request: FastifyRequest): boolean {
  const isGet = request.method === 'GET' || request.method === 'HEAD'
  return (
    isGet &&
    !request.url.startsWith('/api/') &&
    (request.headers.accept ?? '').includes('text/html')
  )
}
