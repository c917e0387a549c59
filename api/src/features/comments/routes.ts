import * as contract from '@dolph/contract/comments/comments'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { globalRegistry } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { requireMember } from '../../platform/http/access.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { sendCachedReply } from '../../platform/http/replies/cached-reply.ts'
import { createComment, deleteComment, editComment } from './actions.ts'
import { getPostChanges } from '../live-posts/post-change-publisher.ts'
import { throttleMentions } from '../mentions/throttle-mentions.ts'
import { getIgnoredMembers } from '../safety/ignored-members.ts'
import { readRepliesPage, readThreadsPage, type CommentsPage } from './pages.ts'
import type { CommentViewer } from './withheld-comments.ts'

// A recursive schema needs an id, so that the OpenAPI document can refer to it.
globalRegistry.add(contract.Comment, { id: 'Comment' })

export const commentRoutes: FastifyPluginAsyncZod<Deps> = async (app, { db }) => {
  const { throttles } = app
  const ignoredMembers = getIgnoredMembers(app)
  const publishChange = (postId: string, memberId: string) =>
    getPostChanges(app).publish(postId, { reason: 'comments', memberId })
  const readViewer = async (request: FastifyRequest): Promise<CommentViewer> => {
    const member = requireMember(request)
    return { id: member.id, ignoredMembers: await ignoredMembers.read(member) }
  }

  app.route({
    ...contract.listComments,
    handler: async (request, reply) => {
      const viewer = await readViewer(request)
      const page = await readThreadsPage(request.reader, request.params.id, viewer, request.query)
      return sendPage(request, reply, page)
    },
  })

  app.route({
    ...contract.listReplies,
    handler: async (request, reply) => {
      const viewer = await readViewer(request)
      const page = await readRepliesPage(request.reader, request.params.id, viewer, request.query)
      return sendPage(request, reply, page)
    },
  })

  app.route({
    ...contract.createComment,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      await throttles.consume('comment-member', id)
      await throttleMentions(throttles, id, request.body.content)
      const comment = await createComment(db, id, request.body)
      publishChange(comment.post, id)
      reply.code(201)
      return buildSuccessBody({ message: 'Comment added', data: { ...comment, replies: [] } })
    },
  })

  app.route({
    ...contract.editComment,
    handler: async (request) => {
      const { params, body } = request
      const { id } = requireMember(request)
      await throttleMentions(throttles, id, body.content)
      const data = await editComment(db, id, params.id, body.content)
      publishChange(data.post, id)
      return buildSuccessBody({ message: 'Comment updated', data })
    },
  })

  app.route({
    ...contract.deleteComment,
    handler: async (request) => {
      const { id } = requireMember(request)
      const deletion = await deleteComment(db, id, request.params.id)
      const { postId, tombstone, commentCount } = deletion
      publishChange(postId, id)
      return buildSuccessBody({ message: 'Comment deleted', data: tombstone, commentCount })
    },
  })
}

/** The browser stores a page but revalidates it each time; the etag makes an unchanged page a 304 without a body. */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { reply: stored, next }: CommentsPage,
) {
  reply.header('cache-control', 'private, no-cache')
  if (next !== null) reply.header('link', `<${next}>; rel="next"`)
  return sendCachedReply(request, reply, stored)
}
