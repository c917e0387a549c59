import { randomUUID } from 'node:crypto'
import { createComment, deleteComment, editComment } from '@dolph/contract/comments/comments'
import { WATCHED_POSTS_MAX } from '@dolph/contract/live-posts/live-posts'
import { deletePost, editPost, likePost } from '@dolph/contract/posts/posts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPostFixture } from '../../testing/fixtures.ts'
import { openAuthenticatedSocket, type TestSocket } from '../../testing/sockets/test-socket.ts'
import { startApp } from '../../testing/start-app.ts'
import {
  startCommentsApp,
  type CommentingMember,
  type CommentsApp,
} from '../../testing/start-comments-app.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

let api: CommentsApp
beforeAll(async () => {
  api = await startCommentsApp({ isListening: true })
  return () => api[Symbol.asyncDispose]()
})

describe('a member who watches a post', () => {
  test('gets the new counts after a like', async () => {
    const postId = await createPost()
    await using bob = await openWatchingSocket(api.bob, postId)
    await like(api.carla, postId)
    expect(await bob.nextEvent('post_changed')).toEqual({
      type: 'post_changed',
      postId,
      reason: 'likes',
      likeCount: 1,
      commentCount: 0,
    })
  })

  test('gets an event for a comment, its edit and its deletion, each after the commit and without texts', async () => {
    const postId = await createPost()
    const { ada, bob } = api
    await using socket = await openWatchingSocket(bob, postId)
    const body = { postId, content: 'Secret text' }
    const { _id: id } = (await ada.call(createComment, { body })).data
    const added = await socket.nextEvent('post_changed')
    expect(added).toMatchObject({ postId, reason: 'comments', commentCount: 1 })
    await ada.call(editComment, { params: { id }, body: { content: 'Secret edit' } })
    const edited = await socket.nextEvent('post_changed')
    expect(edited).toMatchObject({ reason: 'comments', commentCount: 1 })
    await ada.call(deleteComment, { params: { id } })
    const deleted = await socket.nextEvent('post_changed')
    expect(deleted).toMatchObject({ reason: 'comments', commentCount: 0 })
    expect(JSON.stringify([added, edited, deleted])).not.toContain('Secret')
  })

  test('gets an event when the post is edited and when it is deleted', async () => {
    const id = await createPost()
    await using bob = await openWatchingSocket(api.bob, id)
    await api.ada.call(editPost, { params: { id }, body: { title: 'Secret title' } })
    const edited = await bob.nextEvent('post_changed')
    expect(edited).toMatchObject({ postId: id, includesPost: true })
    expect(JSON.stringify(edited)).not.toContain('Secret')
    await api.ada.call(deletePost, { params: { id } })
    expect(await bob.nextEvent('post_withdrawn')).toEqual({ type: 'post_withdrawn', postId: id })
  })

  test('gets the events of every process', async () => {
    const env = { LIMITS: 'relaxed' }
    await using other = await startApp({ shareWith: api, env, isListening: true })
    const postId = await createPost()
    await using socket = await openAuthenticatedSocket(other, api.bob)
    socket.send({ type: 'watch_post', postId })
    await sendSentinel(socket, api.bob)
    // Redis confirms a subscription in its own time.
    await expect
      .poll(async () => {
        await like(api.carla, postId)
        return socket.events.map(({ type }) => type)
      })
      .toContain('post_changed')
  })

  test('gets no event for their own change', async () => {
    const postId = await createPost()
    await using bob = await openWatchingSocket(api.bob, postId)
    await using carla = await openWatchingSocket(api.carla, postId)
    await like(api.bob, postId)
    expect(await carla.nextEvent('post_changed')).toMatchObject({ likeCount: 1 })
    await sendSentinel(bob, api.bob)
    expect(bob.events).toEqual([])
  })

  test('gets one event a second for a flood of changes, the last with the final state', async () => {
    const postId = await createPost()
    await using bob = await openWatchingSocket(api.bob, postId)
    const startedAt = performance.now()
    for (let index = 0; index < 30; index += 1) await like(api.carla, postId, index % 2 === 0)
    await api.ada.call(createComment, { body: { postId, content: 'Last' } })
    await bob.nextEvent('post_changed', ({ commentCount }) => commentCount === 1)
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000)
    expect(bob.events.length + 1).toBeLessThanOrEqual(seconds + 1)
  })

  test('gets no events after unwatching or closing the page', async () => {
    const postId = await createPost()
    await using bob = await openWatchingSocket(api.bob, postId)
    await using carla = await openWatchingSocket(api.carla, postId)
    bob.send({ type: 'unwatch_post', postId })
    await sendSentinel(bob, api.bob)
    await like(api.ada, postId)
    await carla.nextEvent('post_changed')
    await sendSentinel(bob, api.bob)
    expect(bob.events).toEqual([])
    carla.socket.terminate()
    await expect.poll(() => listPostChannels(postId)).toEqual([])
  })

  test('gets no more events of a post that a moderator hid, unless they wrote it', async () => {
    const postId = await createPost()
    await using author = await openWatchingSocket(api.ada, postId)
    await using bob = await openWatchingSocket(api.bob, postId)
    await hidePost(postId)
    await api.ada.call(createComment, { body: { postId, content: 'Why?' } })
    // The change is the author's own, so no event is sent; a second change, by the server, has no author.
    api.app.postChanges.publish(postId, { reason: 'comments', memberId: null })
    expect(await author.nextEvent('post_changed')).toMatchObject({ commentCount: 1 })
    await sendSentinel(bob, api.bob)
    expect(bob.events).toEqual([])
  })
})

test('unknown, deleted and hidden posts cannot be watched', async () => {
  const [hidden, deleted] = [await createPost(), await createPost()]
  await hidePost(hidden)
  await api.db.deleteFrom('posts').where('id', '=', deleted).execute()
  await using bob = await openWatchingSocket(api.bob, UNKNOWN_ID)
  bob.send({ type: 'watch_post', postId: hidden })
  bob.send({ type: 'watch_post', postId: deleted })
  bob.send({ type: 'unwatch_post', postId: UNKNOWN_ID })
  await sendSentinel(bob, api.bob)
  for (const id of [UNKNOWN_ID, hidden, deleted]) expect(await listPostChannels(id)).toEqual([])
  expect(bob.events).toEqual([])
})

test('a socket watches a few posts only: one more ends the watch of the oldest', async () => {
  const postIds: string[] = []
  while (postIds.length <= WATCHED_POSTS_MAX) postIds.push(await createPost())
  const [oldest = '', second = ''] = postIds
  await using bob = await openAuthenticatedSocket(api, api.bob)
  for (const postId of postIds) bob.send({ type: 'watch_post', postId })
  await sendSentinel(bob, api.bob)
  await expect.poll(() => listPostChannels(oldest)).toEqual([])
  await expect.poll(() => listPostChannels(second)).toHaveLength(1)
})

test('a flood of watches ends the socket, and leaves no subscription behind', async () => {
  await using strict = await startApp({
    shareWith: api,
    env: { LIMITS: 'strict' },
    isListening: true,
  })
  const postId = await createPost()
  await using flooder = await openAuthenticatedSocket(strict, api.bob)
  for (let index = 0; index < 100; index += 1) flooder.send({ type: 'watch_post', postId })
  expect(await flooder.closed).toBe(1008)
  await expect.poll(() => listPostChannels(postId)).toEqual([])
})

test('without Redis, likes and comments work, and watchers of the same process still get the events', async () => {
  await using lonely = await startCommentsApp({ isListening: true })
  await using bob = await openAuthenticatedSocket(lonely, lonely.bob)
  lonely.redis.disconnect()
  bob.send({ type: 'watch_post', postId: lonely.post })
  await expect
    .poll(async () => {
      await like(lonely.carla, lonely.post)
      return bob.events.map(({ type }) => type)
    })
    .toContain('post_changed')
})

async function createPost(): Promise<string> {
  return createPostFixture(api.db, api.ada.id)
}

async function hidePost(postId: string): Promise<void> {
  const hidden = { hidden_at: sql<string>`now()` }
  await api.db.updateTable('posts').set(hidden).where('id', '=', postId).execute()
}

async function like(member: CommentingMember, id: string, liked = true): Promise<void> {
  await member.call(likePost, { params: { id }, body: { liked } })
}

/** Opens a socket that watches the post; resolves when the server has handled that. */
async function openWatchingSocket(member: CommentingMember, postId: string) {
  const socket = await openAuthenticatedSocket(api, member)
  socket.send({ type: 'watch_post', postId })
  await sendSentinel(socket, member)
  return socket
}

/** Waits until the server has handled all earlier events: it reads a socket in order, and refuses a message to oneself. */
async function sendSentinel(socket: TestSocket, { id }: { id: string }): Promise<void> {
  const tempId = `temp-${randomUUID()}`
  socket.send({ type: 'new_message', recipientId: id, content: 'sentinel', tempId })
  await socket.nextEvent('error', (event) => event.tempId === tempId)
}

async function listPostChannels(postId: string): Promise<unknown> {
  return api.redis.call('PUBSUB', 'CHANNELS', `${api.redisPrefix}post:${postId}`)
}
