import { browsePosts } from '@dolph/contract/posts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { sendStored } from '../../http/stored-reply.ts'
import { feedPage, sharedFeed } from './feed.ts'

export const postRoutes: FastifyPluginAsyncZod<Deps> = async (app, { db }) => {
  const visitorsPage = sharedFeed(db)

  app.route({
    ...browsePosts,
    handler: async (request, reply) => {
      const { query, member } = request
      const page = member ? await feedPage(db, query, member.id) : await visitorsPage(query)
      // Kept by the browser, but asked about each time: the tag makes an unchanged page cost nothing.
      reply.header('cache-control', 'private, no-cache')
      return sendStored(request, reply, page)
    },
  })
}
