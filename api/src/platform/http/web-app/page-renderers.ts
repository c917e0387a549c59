import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { CachedReply } from '../replies/cached-reply.ts'
import { openRenderer, type Renderer } from './renderer.ts'

/** What a rendered page answers: the document, another path that the page is at, or null if there is no such page. */
export type PageReply = CachedReply | { redirect: string } | null

/** `page` is the document from the build. A reply that is in memory is returned at once. */
export type PageRenderer = (
  page: CachedReply,
  request: FastifyRequest,
) => PageReply | Promise<PageReply>

declare module 'fastify' {
  interface FastifyInstance {
    /** Null if the web app is not built. */
    renderer: Renderer | null
    /** By path; features add theirs. */
    pageRenderers: Map<string, PageRenderer>
  }
}

/** Lets features render the pages of the web app with data in them. `folder` is the build output of the web app. */
export const pageRenderers = plugin<{ folder: string }>(
  async (app: FastifyInstance, { folder }) => {
    const renderer = openRenderer(folder)
    app.decorate('renderer', renderer)
    app.decorate('pageRenderers', new Map())
    app.addHook('onListen', async () => renderer?.warmUp())
    app.addHook('onClose', async () => renderer?.close())
  },
)
