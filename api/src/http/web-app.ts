import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { sendStored, StoredReply } from './stored-reply.ts'

/** Written by the build of the web app: which file answers which address. */
const Pages = z.array(z.object({ path: z.string().startsWith('/'), file: z.string() }))

interface Options {
  /** The folder the web app was built into. Nothing is served where there is none. */
  folder: string
}

const HTML = 'text/html; charset=utf-8'
const open = { config: { access: 'public' as const }, schema: { hide: true } }
const asset = { ...open, config: { ...open.config, limit: 'asset' as const } }

/** Serves the built web app: its pages from memory, its assets from disk, and an honest 404 for the rest. */
export const webApp = plugin<Options>(async (app: FastifyInstance, { folder }) => {
  const missing = existsSync(join(folder, 'pages.json')) ? await servePages(app, folder) : null

  app.setNotFoundHandler(async (request, reply) => {
    if (!missing || !wantsPage(request)) throw new Refusal('not-found', 'Not found')
    reply.code(404)
    return sendPage(request, reply, missing)
  })
})

async function servePages(app: FastifyInstance, folder: string): Promise<StoredReply> {
  const client = join(folder, 'client')
  const pages = Pages.parse(JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')))
  const files = new Map<string, StoredReply>()
  const load = async (file: string) => {
    const page = files.get(file) ?? new StoredReply(await readFile(join(client, file)), HTML)
    files.set(file, page)
    return page
  }

  await app.register(fastifyStatic, { root: client, serve: false, preCompressed: true })
  app.get<{ Params: { '*': string } }>('/assets/*', asset, async (request, reply) => {
    return reply.sendFile(`assets/${request.params['*']}`, { maxAge: '1y', immutable: true })
  })
  for (const file of ['favicon.svg', 'theme.js']) {
    app.get(`/${file}`, asset, async (_request, reply) => reply.sendFile(file, { maxAge: '1h' }))
  }
  for (const { path, file } of pages) {
    const page = await load(file)
    app.get(path, open, async (request, reply) => sendPage(request, reply, page))
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
