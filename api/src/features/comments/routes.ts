import * as contract from '@dolph/contract/comments'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { globalRegistry } from 'zod'
import type { Deps } from '../../deps.ts'
import { memberOf } from '../../http/access.ts'
import { ok } from '../../http/ok.ts'
import { sendStored } from '../../http/stored-reply.ts'
import { openThrottles } from '../../http/throttles.ts'
import { createComment, deleteComment, editComment } from './actions.ts'
import { repliesPage, threadsPage, type Page } from './pages.ts'

// What contains itself needs a name in the description of the API, to be referred to by.
globalRegistry.add(contract.Comment, { id: 'Comment' })

export const commentRoutes: FastifyPluginAsyncZod<Deps> = async (app, { db, redis, config }) => {
  const throttles = openThrottles(redis, config.LIMITS)

  app.route({
    ...contract.listComments,
    handler: async (request, reply) =>
      sendPage(request, reply, await threadsPage(db, request.params.id, request.query)),
  })

  app.route({
    ...contract.listReplies,
    handler: async (request, reply) =>
      sendPage(request, reply, await repliesPage(db, request.params.id, request.query)),
  })

  app.route({
    ...contract.createComment,
    handler: async (request, reply) => {
      const { id } = memberOf(request)
      await throttles.count('comment-member', id)
      const data = await createComment(db, id, request.body)
      reply.code(201)
      return ok({ message: 'Comment added', data })
    },
  })

  app.route({
    ...contract.editComment,
    handler: async (request) => {
      const { params, body } = request
      const data = await editComment(db, memberOf(request).id, params.id, body.content)
      return ok({ message: 'Comment updated', data })
    },
  })

  app.route({
    ...contract.deleteComment,
    handler: async (request) => {
      const { stone, commentCount } = await deleteComment(
        db,
        memberOf(request).id,
        request.params.id,
      )
      return ok({ message: 'Comment deleted', data: stone, commentCount })
    },
  })
}

/** Kept by the browser, but asked about each time: the tag makes an unchanged page cost nothing. */
function sendPage(request: FastifyRequest, reply: FastifyReply, { reply: stored, next }: Page) {
  reply.header('cache-control', 'private, no-cache')
  if (next !== null) reply.header('link', `<${next}>; rel="next"`)
  return sendStored(request, reply, stored)
}
