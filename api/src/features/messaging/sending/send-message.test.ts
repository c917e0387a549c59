import { randomUUID } from 'node:crypto'
import { listMessages, sendMessage, MESSAGES_PAGE_SIZE } from '@dolph/contract/messaging/messaging'
import { describe, expect, test } from 'vitest'
import { startMessagingApp } from '../../../testing/start-messaging-app.ts'
import { buildSignUpForm } from '../../../testing/sign-up-member.ts'
import { signUp } from '@dolph/contract/accounts/accounts'

const UNKNOWN_MEMBER_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

describe('a message', () => {
  test('reaches the recipient, and both see the same', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api

    const sent = await ada.sendMessage(bob, 'Hello\n\u{1F42C} bob')

    expect(sent).toEqual({
      _id: expect.any(String),
      createdAt: expect.any(String),
      content: 'Hello\n\u{1F42C} bob',
      sender: { _id: ada.id, userName: 'ada', profilePicture: '' },
      recipient: { _id: bob.id, userName: 'bob', profilePicture: '' },
      delivered: false,
      deliveredAt: null,
      read: false,
      readAt: null,
    })
    expect(await bob.listMessages(ada)).toEqual([sent])
    expect(await ada.listMessages(bob)).toEqual([sent])
    expect(await bob.call(listMessages, { querystring: {} })).toEqual([sent])
  })

  test('starts a conversation for both, with an unread count', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, carla } = api
    await ada.sendMessage(bob, 'one')
    const two = await ada.sendMessage(bob, 'two')
    const three = await carla.sendMessage(bob, 'three')

    expect(await bob.listConversations()).toEqual({
      success: true,
      data: [
        { peer: three.sender, lastMessage: three, unreadCount: 1 },
        { peer: two.sender, lastMessage: two, unreadCount: 2 },
      ],
      unreadCount: 3,
      nextCursor: null,
    })
    expect(await ada.listConversations()).toMatchObject({
      data: [{ peer: { userName: 'bob' }, lastMessage: { _id: two._id }, unreadCount: 0 }],
      unreadCount: 0,
    })
  })

  test('is listed page by page, without gaps or duplicates', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const sentIds: string[] = []
    for (let index = 0; index < MESSAGES_PAGE_SIZE * 2 + 7; index += 1) {
      sentIds.unshift(
        (await (index % 3 ? ada : bob).sendMessage(index % 3 ? bob : ada, `${index}`))._id,
      )
    }

    const listedIds: string[] = []
    for (let before: string | undefined; ; before = listedIds.at(-1)) {
      const page = await ada.listMessages(bob, before)
      listedIds.push(...page.map(({ _id }) => _id))
      if (page.length < MESSAGES_PAGE_SIZE) break
    }
    expect(listedIds).toEqual(sentIds)
    const first = await ada.send(listMessages, { querystring: { conversationWith: bob.id } })
    expect(first.headers['link']).toBe(
      `</api/messages?conversationWith=${bob.id}&before=${sentIds[MESSAGES_PAGE_SIZE - 1]}>; rel="next"`,
    )
  })

  test.each([
    ['to oneself', (self: string) => self],
    ['to an unknown member', () => UNKNOWN_MEMBER_ID],
  ])('%s cannot be sent', async (_, to) => {
    await using api = await startMessagingApp()
    const body = { recipientId: to(api.ada.id), content: 'Hello' }
    const reply = await api.ada.send(sendMessage, { body })
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { success: false, code: 'not-found', message: 'User not found' },
    ])
  })

  test('to a person who has not verified their email, or to a member who is being deleted, cannot be sent', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, db } = api
    await api.browser().call(signUp, { body: buildSignUpForm('dora') })
    const dora = await db.selectFrom('pending_sign_ups').select('id').executeTakeFirstOrThrow()
    await db
      .updateTable('members')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', bob.id)
      .execute()
    for (const { id } of [dora, bob]) {
      const reply = await ada.send(sendMessage, { body: { recipientId: id, content: 'Hello' } })
      expect(reply.statusCode).toBe(404)
    }
    expect(await db.selectFrom('messages').selectAll().execute()).toEqual([])
  })

  test('without a recipient is refused', async () => {
    await using api = await startMessagingApp()
    for (const recipient of [{}, { recipientId: '' }]) {
      const body = { ...recipient, content: 'Hello' } as { recipientId: string; content: string }
      expect((await api.ada.send(sendMessage, { body })).statusCode).toBe(400)
    }
    expect(await api.db.selectFrom('messages').selectAll().execute()).toEqual([])
  })

  test.each([
    ['nothing', ' \n '],
    ['too much', 'x'.repeat(5001)],
    ['NUL', 'a\u0000b'],
    ['half a character', 'a\uD800'],
  ])('of %s is refused', async (_, content) => {
    await using api = await startMessagingApp()
    const reply = await api.ada.send(sendMessage, { body: { recipientId: api.bob.id, content } })
    expect(reply.statusCode).toBe(400)
  })
})

describe('the same tempId', () => {
  test('sent again is the same message, at any time and any number of times', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const tempId = `temp-${randomUUID()}`
    const first = await ada.sendMessage(bob, 'Hello', tempId)
    await bob.sendMessage(ada, 'Hi')
    expect(await ada.sendMessage(bob, 'Hello', tempId)).toEqual(first)
    expect(await bob.listMessages(ada)).toHaveLength(2)
    expect((await bob.listConversations()).unreadCount).toBe(1)
  })

  test('for another text or another recipient is refused, and nothing is stored', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, carla } = api
    const tempId = `temp-${randomUUID()}`
    await ada.sendMessage(bob, 'Hello', tempId)
    const others = [
      { recipientId: bob.id, content: 'Bye', tempId },
      { recipientId: carla.id, content: 'Hello', tempId },
    ]
    for (const body of others) {
      const reply = await ada.send(sendMessage, { body })
      expect([reply.statusCode, reply.json()]).toMatchObject([
        409,
        { message: 'Failed to send message. Please try again.' },
      ])
    }
    expect(await ada.listMessages(bob)).toHaveLength(1)
    expect(await carla.listConversations()).toMatchObject({ data: [] })
  })

  test('of another sender is another message', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const tempId = `temp-${randomUUID()}`
    const [one, other] = [
      await ada.sendMessage(bob, 'Hello', tempId),
      await bob.sendMessage(ada, 'Hello', tempId),
    ]
    expect(one._id).not.toBe(other._id)
  })
})

test('a member starts at most twenty conversations an hour; replies are not limited', async () => {
  await using api = await startMessagingApp({ LIMITS: 'strict' })
  const { ada, bob, db } = api
  await bob.sendMessage(ada, 'Hello')
  await db
    .insertInto('members')
    .values(Array.from({ length: 21 }, (_, index) => ({ username: `stranger_${index}` })))
    .execute()
  const recipients = await db
    .selectFrom('members')
    .select('id')
    .where('username', 'like', 'stranger%')
    .execute()
  const body = (recipientId: string) => ({ body: { recipientId, content: 'Hello' } })
  const statuses: number[] = []
  for (const { id } of recipients) {
    statuses.push((await ada.send(sendMessage, body(id))).statusCode)
    // Spaced out to stay below the rate limit of messages.
    await new Promise((resolve) => setTimeout(resolve, 110))
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429])
  expect((await ada.send(sendMessage, body(bob.id))).statusCode).toBe(201)
})
