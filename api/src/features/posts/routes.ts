import * as contract from '@dolph/contract/posts/posts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Reader } from '../../platform/db/reader.ts'
import { RawJson } from '../../platform/db/json-text.ts'
import type { AppDeps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { refuseIfOff, SEARCH_OFF } from '../../platform/flags/flags.ts'
import { requireMember, type Member } from '../../platform/http/access.ts'
import type { CachedReply } from '../../platform/http/replies/cached-reply.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import {
  sendRawJson,
  sendRawJsonWithEtag,
  sendPrivateCachedReply,
  buildRawJsonBody,
} from '../../platform/http/replies/raw-json-reply.ts'
import { createPost, editPost } from './actions.ts'
import {
  buildAuthorFeedQuery,
  MemberFeed,
  readFeedPage,
  readMemberFeedPage,
  buildFeedQuery,
  type BrowseQuery,
  type VisitorFeedCache,
} from './feed/feed.ts'
import { LikeBatches } from './like-batches.ts'
import { getPostChanges } from '../live-posts/post-change-publisher.ts'
import { getIgnoredMembers, NO_IGNORED_MEMBERS } from '../safety/ignored-members.ts'
import { selectOwnPost, selectPost } from './queries.ts'
import { deletePost } from './mutations.ts'

type Options = AppDeps & { visitorFeed: VisitorFeedCache }

export const postRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { db, readers, visitorFeed } = options
  const { throttles } = app
  const ignoredMembers = getIgnoredMembers(app)
  const memberFeed = new MemberFeed(readers)
  const likes = new LikeBatches(db)
  /** Tells the browsers that show the post that it was edited or deleted. */
  const publishPost = (postId: string, memberId: string) =>
    getPostChanges(app).publish(postId, { reason: 'likes', memberId, includesPost: true })

  /** A list of one author is what the viewer asked for, even if they ignore the author. */
  async function readMemberPage(
    reader: Reader,
    member: Member,
    query: BrowseQuery,
  ): Promise<CachedReply> {
    const feedQuery = buildFeedQuery(query, member.id)
    const ignored =
      feedQuery.author === null ? await ignoredMembers.read(member) : NO_IGNORED_MEMBERS
    return memberFeed.readPage(reader, feedQuery, ignored)
  }

  app.route({
    ...contract.browsePosts,
    // A cached page is sent before validation, because only valid query strings are cached.
    preValidation: (request, reply, done) => {
      const page = request.member ? undefined : visitorFeed.getCached(request.url)
      if (page) sendPrivateCachedReply(request, reply, page)
      else done()
    },
    handler: async (request, reply) => {
      const { url, query, member } = request
      if (query.q?.trim()) refuseIfOff(options, 'search', SEARCH_OFF, member?.id)
      const page = member
        ? await readMemberPage(request.reader, member, query)
        : await visitorFeed.fetchPage(url, query)
      return sendPrivateCachedReply(request, reply, page)
    },
  })

  app.route({
    ...contract.listOwnPosts,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      return sendPrivateCachedReply(
        request,
        reply,
        await readFeedPage(request.reader, buildAuthorFeedQuery(id, request.query, id)),
      )
    },
  })

  app.route({
    ...contract.listMemberPosts,
    handler: async (request, reply) => {
      const { userId } = request.params
      const query = buildAuthorFeedQuery(userId, request.query, requireMember(request).id)
      const page = await readMemberFeedPage(request.reader, userId, query)
      if (!page) throw new Refusal('not-found', 'User not found')
      return sendPrivateCachedReply(request, reply, page)
    },
  })

  app.route({
    ...contract.readPost,
    handler: async (request, reply) => {
      const viewerId = requireMember(request).id
      const post = await selectPost(request.reader, { id: request.params.id, viewerId })
      return sendRawJsonWithEtag(request, reply, orNotFound(post))
    },
  })

  app.route({
    ...contract.readOwnPost,
    handler: async (request, reply) => {
      const viewerId = requireMember(request).id
      const post = await selectOwnPost(db, { id: request.params.id, viewerId })
      return sendRawJsonWithEtag(request, reply, orNotFound(post))
    },
  })

  app.route({
    ...contract.createPost,
    handler: async (request, reply) => {
      const member = requireMember(request)
      await throttles.consume('post-member', member.id)
      const post = await createPost(db, member, request.body)
      reply.code(201)
      const body = { message: 'Post created successfully', data: new RawJson(post) }
      return sendRawJson(reply, buildRawJsonBody(body))
    },
  })

  app.route({
    ...contract.editPost,
    handler: async (request, reply) => {
      const member = requireMember(request)
      const post = orNotFound(await editPost(db, member, request.params.id, request.body))
      publishPost(request.params.id, member.id)
      const body = { message: 'Post updated successfully', data: new RawJson(post) }
      return sendRawJson(reply, buildRawJsonBody(body))
    },
  })

  app.route({
    ...contract.deletePost,
    handler: async (request) => {
      const key = { id: request.params.id, authorId: requireMember(request).id }
      if (!(await deletePost(db, key))) throw notFound()
      publishPost(key.id, key.authorId)
      return buildSuccessBody({ message: 'Post deleted successfully', redirect: '/my-posts' })
    },
  })

  app.route({
    ...contract.likePost,
    handler: async (request) => {
      const { params, body } = request
      const member = requireMember(request)
      const like = { postId: params.id, memberId: member.id }
      const state = orNotFound(await likes.setLike(like, body?.liked))
      getPostChanges(app).publish(params.id, { reason: 'likes', memberId: member.id })
      return buildSuccessBody({ message: state.isLiked ? 'Post liked' : 'Post unliked', ...state })
    },
  })
}

function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw notFound()
  return value
}

function notFound(): Refusal {
  return new Refusal('not-found', 'Post not found')
}
