import * as contract from '@dolph/contract/posts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { memberOf } from '../../http/access.ts'
import { ok } from '../../http/ok.ts'
import { openThrottles } from '../../http/throttles.ts'
import { sendJson, sendOne, sendPage, writeReply } from '../../http/written-reply.ts'
import { createPost, editPost, likePost } from './actions.ts'
import { authorQuery, feedPage, feedQuery, type SharedFeed } from './feed.ts'
import { selectOwnPost, selectPost } from './queries.ts'
import { deletePost } from './writes.ts'

type Options = Deps & { visitors: SharedFeed }

export const postRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { db, redis, config, visitors } = options
  const throttles = openThrottles(redis, config.LIMITS)

  app.route({
    ...contract.browsePosts,
    config: { ...contract.browsePosts.config, limit: browseLimit },
    // A page that is there needs no second look at what was asked for.
    preValidation: (request, reply, done) => {
      const page = request.member ? undefined : visitors.held(request.url)
      if (page) sendPage(request, reply, page)
      else done()
    },
    handler: async (request, reply) => {
      const { url, query, member } = request
      const page = member
        ? await feedPage(db, feedQuery(query, member.id))
        : await visitors.page(url, query)
      return sendPage(request, reply, page)
    },
  })

  app.route({
    ...contract.listOwnPosts,
    handler: async (request, reply) => {
      const { id } = memberOf(request)
      return sendPage(request, reply, await feedPage(db, authorQuery(id, request.query, id)))
    },
  })

  app.route({
    ...contract.listMemberPosts,
    handler: async (request, reply) => {
      const query = authorQuery(request.params.userId, request.query, memberOf(request).id)
      return sendPage(request, reply, await feedPage(db, query))
    },
  })

  app.route({
    ...contract.readPost,
    handler: async (request, reply) => {
      const viewerId = memberOf(request).id
      const post = await selectPost(db, { id: request.params.id, viewerId })
      return sendOne(request, reply, there(post))
    },
  })

  app.route({
    ...contract.readOwnPost,
    handler: async (request, reply) => {
      const viewerId = memberOf(request).id
      const post = await selectOwnPost(db, { id: request.params.id, viewerId })
      return sendOne(request, reply, there(post))
    },
  })

  app.route({
    ...contract.createPost,
    handler: async (request, reply) => {
      const member = memberOf(request)
      await throttles.count('post-member', member.id)
      const post = await createPost(db, member, request.body)
      reply.code(201)
      return sendJson(reply, writeReply({ message: 'Post created successfully' }, post))
    },
  })

  app.route({
    ...contract.editPost,
    handler: async (request, reply) => {
      const post = await editPost(db, memberOf(request), request.params.id, request.body)
      return sendJson(reply, writeReply({ message: 'Post updated successfully' }, there(post)))
    },
  })

  app.route({
    ...contract.deletePost,
    handler: async (request) => {
      const own = { id: request.params.id, authorId: memberOf(request).id }
      if (!(await deletePost(db, own))) throw notFound()
      return ok({ message: 'Post deleted successfully', redirect: '/my-posts' })
    },
  })

  app.route({
    ...contract.likePost,
    config: { ...contract.likePost.config, limit: 'like' },
    handler: async (request) => {
      const { params, body } = request
      const state = there(await likePost(db, memberOf(request), params.id, body?.liked))
      return ok({ message: state.isLiked ? 'Post liked' : 'Post unliked', ...state })
    },
  })
}

/** A search costs more than a page of the feed. */
function browseLimit({ query }: FastifyRequest): 'search' | 'read' {
  return (query as { q?: unknown }).q ? 'search' : 'read'
}

function there<T>(found: T | undefined): T {
  if (found === undefined) throw notFound()
  return found
}

function notFound(): Refusal {
  return new Refusal('not-found', 'Post not found')
}
