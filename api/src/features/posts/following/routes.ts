import * as contract from '@dolph/contract/posts/following'
import type { Follow } from '@dolph/contract/posts/posts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember } from '../../../platform/http/access.ts'
import { sendRawJson } from '../../../platform/http/replies/raw-json-reply.ts'
import { buildSuccessBody } from '../../../platform/http/replies/success-body.ts'
import { readFollowedPage } from './followed-posts.ts'
import { deleteFollow, upsertFollow } from './follows.ts'

export const followingRoutes: FastifyPluginAsyncZod<Deps> = async (app, { db }) => {
  app.route({
    ...contract.followPost,
    handler: async (request) => {
      const key = { postId: request.params.id, memberId: requireMember(request).id }
      return buildFollowReply(await upsertFollow(db, key, request.body.updates))
    },
  })

  app.route({
    ...contract.unfollowPost,
    handler: async (request) => {
      const key = { postId: request.params.id, memberId: requireMember(request).id }
      return buildFollowReply(await deleteFollow(db, key))
    },
  })

  app.route({
    ...contract.listFollowedPosts,
    handler: async (request, reply) =>
      sendRawJson(
        reply,
        await readFollowedPage(request.reader, requireMember(request).id, request.query),
      ),
  })
}

function buildFollowReply(follow: Follow | undefined) {
  if (follow === undefined) throw new Refusal('not-found', 'Post not found')
  return buildSuccessBody({ follow })
}
