import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sendStored, StoredReply } from './stored-reply.ts'
import { putOrigin } from './put-origin.ts'

interface Options {
  /** The folder whose files are served, each under its own name. */
  folder: string
  appOrigin: string
}

const asset = {
  config: { access: 'public' as const, limit: 'asset' as const },
  schema: { hide: true },
}
/** Written at build for crawlers, with a gap where the origin belongs. */
const WITH_ORIGIN: Record<string, string> = {
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}
/** Stands between the pages and us: it must never be an old one. */
const WORKER = 'service-worker.js'
const PICTURES = ['.png', '.ico', '.svg']
/** Pages come under their addresses, and the compressed copies with what they are copies of. */
const NOT_BY_NAME = ['.html', '.br', '.gz']

/** Serves what lies at the top of the folder when the process starts: icons, the manifest, what crawlers read. */
export async function serveFiles(app: FastifyInstance, { folder, appOrigin }: Options) {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  for (const name of names.filter((each) => !NOT_BY_NAME.includes(extname(each)))) {
    const type = WITH_ORIGIN[extname(name)]
    if (type === undefined) serveAsItIs(app, name)
    else {
      const text = await readFile(join(folder, name), 'utf8')
      serveText(app, name, new StoredReply(putOrigin(text, appOrigin), type))
    }
  }
}

function serveText(app: FastifyInstance, name: string, text: StoredReply) {
  app.get(`/${name}`, asset, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=3600')
    return sendStored(request, reply, text)
  })
}

function serveAsItIs(app: FastifyInstance, name: string) {
  const isPicture = PICTURES.includes(extname(name))
  app.get(`/${name}`, asset, async (_request, reply) => {
    // Whoever shows a link to us may show its picture.
    if (isPicture) reply.header('cross-origin-resource-policy', 'cross-origin')
    if (name === WORKER) {
      reply.header('cache-control', 'no-cache')
      return reply.sendFile(name, { cacheControl: false })
    }
    return reply.sendFile(name, { maxAge: isPicture ? '1d' : '1h' })
  })
}
