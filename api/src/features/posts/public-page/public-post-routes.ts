import { readPublicPost } from '@dolph/contract/posts/read-public-post'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Refusal } from '../../../platform/errors.ts'
import { sendPrivateCachedReply } from '../../../platform/http/replies/raw-json-reply.ts'
import type { PublicPostCache } from './public-post-cache.ts'

interface Options {
  publicPosts: PublicPostCache
}

export const publicPostRoutes: FastifyPluginAsyncZod<Options> = async (app, { publicPosts }) => {
  app.route({
    ...readPublicPost,
    handler: async (request, reply) => {
      const cached = await publicPosts.fetchPost(request.params.id)
      if (!cached) throw new Refusal('not-found', 'Post not found')
      return sendPrivateCachedReply(request, reply, cached.reply)
    },
  })
}
