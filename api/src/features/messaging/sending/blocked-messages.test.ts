import { randomUUID } from 'node:crypto'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { blockMember, CANNOT_MESSAGE, unblockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMemberFixture } from '../../../testing/fixtures.ts'
import { openAuthenticatedSocket } from '../../../testing/sockets/test-socket.ts'
import {
  startMessagingApp,
  type MessagingApp,
  type MessagingMember,
} from '../../../testing/start-messaging-app.ts'

let api: MessagingApp
beforeAll(async () => {
  api = await startMessagingApp({ LIMITS: 'relaxed' }, { isListening: true })
  return () => api[Symbol.asyncDispose]()
})

describe('between two members of whom one blocked the other', () => {
  test('neither sends a message, by HTTP or socket, and unblocking opens the conversation again', async () => {
    const { ada, bob } = api
    await ada.sendMessage(bob, 'before')
    await block(bob, ada)
    for (const [sender, recipient] of [
      [ada, bob],
      [bob, ada],
    ] as const) {
      const body = { recipientId: recipient.id, content: 'closed' }
      const reply = await sender.send(sendMessage, { body })
      expect([reply.statusCode, reply.json()]).toEqual([
        403,
        { success: false, code: 'forbidden', message: CANNOT_MESSAGE },
      ])
      await using socket = await openAuthenticatedSocket(api, sender)
      const tempId = `temp-${randomUUID()}`
      socket.send({ type: 'new_message', ...body, tempId })
      expect(await socket.nextEvent('error')).toMatchObject({
        code: 'forbidden',
        message: CANNOT_MESSAGE,
        tempId,
      })
    }
    expect((await ada.listMessages(bob)).map(({ content }) => content)).toEqual(['before'])

    await unblock(bob, ada)
    await ada.sendMessage(bob, 'after')
    await bob.sendMessage(ada, 'answer')
    expect((await ada.listMessages(bob)).map(({ content }) => content)).toEqual([
      'answer',
      'after',
      'before',
    ])
  })

  test('no conversation is started, nor counted as a first contact', async () => {
    const { ada, db } = api
    const stranger = await createMemberFixture(db, 'stranger')
    await block(ada, { id: stranger })
    const body = { recipientId: stranger, content: 'closed' }
    expect((await ada.send(sendMessage, { body })).statusCode).toBe(403)
    const conversations = await db
      .selectFrom('conversations')
      .selectAll()
      .where((row) => row.or([row('low_id', '=', stranger), row('high_id', '=', stranger)]))
      .execute()
    expect(conversations).toEqual([])
  })

  test('the repeated send of an earlier message still returns it, another message under its key is refused', async () => {
    const { ada, carla } = api
    const tempId = `temp-${randomUUID()}`
    const sent = await ada.sendMessage(carla, 'once', tempId)
    await block(carla, ada)
    expect((await ada.sendMessage(carla, 'once', tempId))._id).toBe(sent._id)
    const body = { recipientId: carla.id, content: 'twice', tempId }
    expect((await ada.send(sendMessage, { body })).statusCode).toBe(409)
    await unblock(carla, ada)
  })

  test('typing and presence are not sent, and return with the unblock', async () => {
    const { ada, bob } = api
    await ada.sendMessage(bob, 'hello')
    await using bobSocket = await openAuthenticatedSocket(api, bob)
    await using adaSocket = await openAuthenticatedSocket(api, ada)
    const isAda = ({ userId }: { userId: string }) => userId === ada.id
    expect(await bobSocket.nextEvent('user_status', isAda)).toMatchObject({ status: 'online' })
    adaSocket.send({ type: 'typing', recipientId: bob.id, isTyping: true })
    await bobSocket.nextEvent('typing')

    await block(ada, bob)
    expect(await bobSocket.nextEvent('user_status', isAda)).toMatchObject({
      status: 'offline',
      lastSeen: null,
    })
    adaSocket.send({ type: 'typing', recipientId: bob.id, isTyping: true })
    bobSocket.send({ type: 'typing', recipientId: ada.id, isTyping: true })
    await using newSocket = await openAuthenticatedSocket(api, bob)
    // A refused message to oneself marks that the server has handled all events before it.
    for (const [socket, { id }] of [
      [adaSocket, ada],
      [bobSocket, bob],
      [newSocket, bob],
    ] as const) {
      socket.send({ type: 'new_message', recipientId: id, content: 'x', tempId: `temp-${id}` })
      await socket.nextEvent('error')
    }
    for (const { events } of [adaSocket, bobSocket]) {
      expect(events.filter(({ type }) => type === 'typing')).toEqual([])
    }
    expect(
      newSocket.events.filter((event) => event.type === 'user_status' && isAda(event)),
    ).toEqual([])

    await unblock(ada, bob)
    expect(await bobSocket.nextEvent('user_status', isAda)).toMatchObject({ status: 'online' })
    adaSocket.send({ type: 'typing', recipientId: bob.id, isTyping: true })
    expect(await bobSocket.nextEvent('typing')).toMatchObject({ userId: ada.id })
  })
})

describe('a block during sends', () => {
  test.each(['first messages', 'messages of a conversation'])(
    'stops %s: none is stored after the block has been confirmed',
    async (kind) => {
      const { ada, db } = api
      for (let round = 0; round < 8; round += 1) {
        const other = await createMemberFixture(db, `race-${kind.length}-${round}`)
        if (kind !== 'first messages') await ada.sendMessage({ id: other }, 'before')
        const body = { recipientId: other, content: 'race' }
        const sends = Array.from({ length: 6 }, () => ada.send(sendMessage, { body }))
        await block(ada, { id: other })
        const countMessages = async () => {
          const { rows } = await sql<{ count: number }>`
            select count(*) as count from messages join conversation_sides as side using (conversation_id)
            where side.member_id = ${other}`.execute(db)
          return rows[0]?.count
        }
        const atBlock = await countMessages()
        const statuses = (await Promise.all(sends)).map(({ statusCode }) => statusCode)
        expect(await countMessages()).toBe(atBlock)
        expect(new Set(statuses).difference(new Set([201, 403])).size).toBe(0)
        expect((await ada.send(sendMessage, { body })).statusCode).toBe(403)
      }
    },
  )
})

describe('a member to whom a moderator closed messages', () => {
  test.each([
    ['messaging_limited_until', 'limit-messaging', 'You cannot send messages'],
    ['suspended_until', 'suspend', 'Your account is suspended'],
  ] as const)(
    'with %s sends none by socket, and reads why',
    async (column, decision, statement) => {
      const { ada, bob, db } = api
      await ada.sendMessage(bob, 'before')
      await using socket = await openAuthenticatedSocket(api, ada)
      await sql`
      insert into cases (kind, subject_id, author_id, state, decision, rule, text, until, decided_at)
      values ('member', ${ada.id}, ${ada.id}, 'decided', ${decision}, 'spam', 'Twenty equal messages.', '2099-05-04', now())
    `.execute(db)
      const setLimit = (until: string | null) =>
        db
          .updateTable('members')
          .set({ [column]: until })
          .where('id', '=', ada.id)
          .execute()
      await setLimit('2099-05-04T00:00:00.000Z')
      for (const recipient of [
        bob.id,
        await createMemberFixture(db, `new-${column.slice(0, 9)}`),
      ]) {
        const tempId = `temp-${randomUUID()}`
        socket.send({ type: 'new_message', recipientId: recipient, content: 'closed', tempId })
        expect(await socket.nextEvent('error')).toMatchObject({
          tempId,
          code: 'limited',
          message: `${statement} until May 4, 2099. Reason: Twenty equal messages.`,
        })
      }
      await setLimit('2020-01-01T00:00:00.000Z')
      socket.send({ type: 'new_message', recipientId: bob.id, content: 'open' })
      await socket.nextEvent('new_message', ({ message }) => message.content === 'open')
      await setLimit(null)
    },
  )
})

async function block(member: MessagingMember, other: { id: string }): Promise<void> {
  await member.call(blockMember, { params: { id: other.id } })
}

async function unblock(member: MessagingMember, other: { id: string }): Promise<void> {
  await member.call(unblockMember, { params: { id: other.id } })
}
