import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { CachedReply } from '../replies/cached-reply.ts'
import { openRenderer, type Renderer } from './renderer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Null if the web app is not built. */
    renderer: Renderer | null
    /** By path; features add theirs. They apply to URLs without a query; with a query, the page is sent as built. */
    pageRenderers: Map<string, (page: CachedReply) => Promise<CachedReply>>
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
