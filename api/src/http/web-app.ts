import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { putOrigin } from './put-origin.ts'
import { sendStored, StoredReply } from './stored-reply.ts'
import { serveFiles } from './web-files.ts'

/** Written by the build of the web app: which file answers which address. */
const Pages = z.array(z.object({ path: z.string().startsWith('/'), file: z.string() }))

interface Options {
  /** The folder the web app was built into. Nothing is served where there is none. */
  folder: string
  /** Where the product is found: it is put into the pages wherever an address must be absolute. */
  appOrigin: string
  /** What is sent in place of a page at its bare address; with a query in the address the page is sent as it was built. */
  documents: Record<string, (page: StoredReply) => Promise<StoredReply>>
}

const HTML = 'text/html; charset=utf-8'
const open = { config: { access: 'public' as const }, schema: { hide: true } }
const asset = { ...open, config: { ...open.config, limit: 'asset' as const } }

/** Serves the built web app: its pages from memory, its assets from disk, and an honest 404 for the rest. */
export const webApp = plugin<Options>(async (app: FastifyInstance, options) => {
  const isBuilt = existsSync(join(options.folder, 'pages.json'))
  const missing = isBuilt ? await servePages(app, options) : null

  app.setNotFoundHandler(async (request, reply) => {
    if (!missing || !wantsPage(request)) throw new Refusal('not-found', 'Not found')
    reply.code(404)
    return sendPage(request, reply, missing)
  })
})

async function servePages(
  app: FastifyInstance,
  { folder, appOrigin, documents }: Options,
): Promise<StoredReply> {
  const client = join(folder, 'client')
  const pages = Pages.parse(JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')))
  const files = new Map<string, StoredReply>()
  const load = async (file: string) => {
    const held = files.get(file)
    if (held) return held
    const html = await readFile(join(client, file), 'utf8')
    const page = new StoredReply(putOrigin(html, appOrigin), HTML)
    files.set(file, page)
    return page
  }

  await app.register(fastifyStatic, { root: client, serve: false, preCompressed: true })
  app.get<{ Params: { '*': string } }>('/assets/*', asset, async (request, reply) => {
    return reply.sendFile(`assets/${request.params['*']}`, { maxAge: '1y', immutable: true })
  })
  await serveFiles(app, { folder: client, appOrigin })
  for (const { path, file } of pages) {
    const page = await load(file)
    const make = documents[path]
    app.get(path, open, async (request, reply) => {
      const isBare = !request.url.includes('?')
      return sendPage(request, reply, make && isBare ? await make(page) : page)
    })
  }
  return load('404.html')
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: StoredReply) {
  reply.header('cache-control', 'no-cache')
  return sendStored(request, reply, page)
}

function wantsPage(request: FastifyRequest): boolean {
  const isGet = request.method === 'GET' || request.method === 'HEAD'
  return (
    isGet &&
    !request.url.startsWith('/api/') &&
    (request.headers.accept ?? '').includes('text/html')
  )
}
