import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { pageQuery } from '../paging.ts'
import { Follow, PostPage, PostParams } from './posts.ts'
import { successReply } from '../primitives.ts'

const followReply = { 200: successReply({ follow: Follow }) }

/** Saves the post; with `updates` the member is also notified of its updates. A repeated call changes nothing. */
export const followPost = defineEndpoint({
  method: 'PUT',
  url: '/api/posts/:id/follow',
  access: 'member',
  restriction: 'none',
  errors: ['not-found'],
  idempotentBy: 'always',
  schema: { params: PostParams, body: z.object({ updates: z.boolean() }), response: followReply },
})

export const unfollowPost = defineEndpoint({
  method: 'DELETE',
  url: '/api/posts/:id/follow',
  access: 'member',
  restriction: 'none',
  errors: ['not-found'],
  idempotentBy: 'always',
  schema: { params: PostParams, response: followReply },
})

/** The posts that the caller saved or follows, the last saved first. */
export const listFollowedPosts = defineEndpoint({
  method: 'GET',
  url: '/api/posts/following',
  access: 'member',
  source: 'standby',
  schema: { querystring: z.object(pageQuery), response: { 200: PostPage } },
})
