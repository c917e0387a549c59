import { randomUUID } from 'node:crypto'
import {
  listConversations,
  searchMessages,
  sendMessage,
  syncMessages,
  type MessageAbout,
} from '@dolph/contract/messaging/messaging'
import { blockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { openAuthenticatedSocket } from '../../../testing/sockets/test-socket.ts'
import { startMessagingApp, type MessagingApp } from '../../../testing/start-messaging-app.ts'

let api: MessagingApp
let authorId: string
let postId: string
let roleId: string
beforeAll(async () => {
  api = await startMessagingApp({ LIMITS: 'relaxed' }, { isListening: true })
  authorId = await createMemberFixture(api.db, 'author')
  postId = await createPostFixture(api.db, authorId, { title: 'Tide clock' })
  roleId = await createRole(postId)
  return () => api[Symbol.asyncDispose]()
})

test('a message about a post or role has it in every reply and event, other messages have not', async () => {
  const { ada, bob } = api
  await using socket = await openAuthenticatedSocket(api, bob)
  const aboutPost: MessageAbout = { post: postId, role: null, title: 'Tide clock' }
  const aboutRole: MessageAbout = { post: postId, role: roleId, title: 'Designer · Tide clock' }
  const sent = await send('One', { post: postId })
  expect(sent.about).toEqual(aboutPost)
  expect((await socket.nextEvent('new_message')).message.about).toEqual(aboutPost)
  await using adaSocket = await openAuthenticatedSocket(api, ada)
  adaSocket.send({
    type: 'new_message',
    recipientId: bob.id,
    content: 'Two',
    about: { post: postId, role: roleId },
  })
  expect((await socket.nextEvent('new_message')).message.about).toEqual(aboutRole)

  const conversationWith = ada.id
  const pages = [
    await bob.listMessages(ada),
    (await bob.call(syncMessages, { querystring: { conversationWith } })).messages.toReversed(),
    (await bob.call(searchMessages, { querystring: { conversationWith, q: 'o' } })).messages,
  ]
  for (const page of pages) {
    expect(page.map(({ about }) => about)).toEqual([aboutRole, aboutPost])
  }
  const { data } = await bob.call(listConversations, { querystring: {} })
  expect(data[0]?.lastMessage.about).toEqual(aboutRole)

  const plain = await ada.sendMessage(bob, 'Three')
  expect(plain).not.toHaveProperty('about')
})

test('a repeated send returns the first message, also once the post has gone', async () => {
  const goneId = await createPostFixture(api.db, authorId, { title: 'Reef' })
  const tempId = `temp-${randomUUID()}`
  const first = await send('About the reef', { post: goneId }, tempId)
  await sql`update posts set hidden_at = now() where id = ${goneId}`.execute(api.db)
  expect(await send('About the reef', { post: goneId }, tempId)).toEqual(first)
  expect(first.about).toEqual({ post: goneId, role: null, title: 'Reef' })
})

test('what the sender may not read is not found, and no message is stored', async () => {
  const { ada, bob, db } = api
  const hiddenId = await createPostFixture(db, authorId)
  await sql`update posts set hidden_at = now() where id = ${hiddenId}`.execute(db)
  const blockedAuthor = await createMemberFixture(db, 'blocked-author')
  await ada.call(blockMember, { params: { id: blockedAuthor } })
  const otherPost = await createPostFixture(db, authorId)
  const closedRole = await createRole(postId, 'closed')
  const count = (await ada.listMessages(bob)).length
  for (const about of [
    { post: randomUUID() },
    { post: hiddenId },
    { post: await createPostFixture(db, blockedAuthor) },
    { post: postId, role: randomUUID() },
    { post: otherPost, role: roleId },
    { post: postId, role: closedRole },
  ]) {
    const body = { recipientId: bob.id, content: 'No', about, tempId: `temp-${randomUUID()}` }
    const reply = await ada.send(sendMessage, { body })
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { success: false, code: 'not-found', message: 'Post not found' },
    ])
  }
  expect(await ada.listMessages(bob)).toHaveLength(count)
})

async function send(content: string, about: { post: string; role?: string }, tempId?: string) {
  const body = { recipientId: api.bob.id, content, about, ...(tempId !== undefined && { tempId }) }
  return api.ada.call(sendMessage, { body })
}

async function createRole(post: string, state: 'open' | 'closed' = 'open'): Promise<string> {
  const { id } = await api.db
    .insertInto('roles')
    .values({
      post_id: post,
      title: 'Designer',
      skills: ['Figma'],
      skill_keys: ['figma'],
      state,
      hours_from: 2,
      hours_to: 4,
      term: 'weeks',
      reward: 'unpaid',
      seats: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
