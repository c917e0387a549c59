import {
  markConversationRead,
  markMessageRead,
  type Message,
} from '@dolph/contract/messaging/messaging'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import { startMessagingApp, type MessagingApp } from '../../../testing/start-messaging-app.ts'
import { createMemberFixture } from '../../../testing/fixtures.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { selectUnreadCount } from '../conversations/conversation-list-queries.ts'
import { selectConversationMessages } from '../conversations/conversation-queries.ts'
import { clearConversation } from '../conversations/delete-conversation.ts'
import { insertMessage } from '../sending/insert-message.ts'
import { markDelivered, markRead } from './receipts.ts'
import { chooseSize } from '../../../testing/test-size.ts'

describe('marking as read', () => {
  test('up to a message marks it and all before it for both members, and none after it', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const [one, two] = [await ada.sendMessage(bob, 'one'), await ada.sendMessage(bob, 'two')]
    const own = await bob.sendMessage(ada, 'mine')
    const three = await ada.sendMessage(bob, 'three')

    await bob.call(markMessageRead, { params: { id: two._id } })

    const visible = await ada.listMessages(bob)
    expect(await bob.listMessages(ada)).toEqual(visible)
    expect(getReadFlags(visible)).toEqual([
      [three._id, false],
      [own._id, false],
      [two._id, true],
      [one._id, true],
    ])
    const read = visible.filter((message) => message.read)
    for (const message of read) expect(message.deliveredAt).toBe(message.readAt)
    expect((await bob.listConversations()).unreadCount).toBe(1)
  })

  test('a conversation marks all its messages', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    await ada.sendMessage(bob, 'one')
    await ada.sendMessage(bob, 'two')
    await bob.call(markConversationRead, { params: { userId: ada.id }, body: {} })
    expect((await ada.listMessages(bob)).every((message) => message.read)).toBe(true)
    expect(await bob.listConversations()).toMatchObject({
      unreadCount: 0,
      data: [{ unreadCount: 0 }],
    })
  })

  test('again, or only older messages, changes nothing', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const [one, two] = [await ada.sendMessage(bob, 'one'), await ada.sendMessage(bob, 'two')]
    await bob.call(markMessageRead, { params: { id: two._id } })
    const before = await ada.listMessages(bob)
    await bob.call(markMessageRead, { params: { id: two._id } })
    await bob.call(markMessageRead, { params: { id: one._id } })
    expect(await ada.listMessages(bob)).toEqual(before)
  })
})

describe('marking as delivered', () => {
  test('is done by the recipient, once', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, db } = api
    const { _id } = await ada.sendMessage(bob, 'Hello')
    expect(await markDelivered(db, ada.id, _id)).toBeNull()
    expect(await markDelivered(db, bob.id, _id)).toMatchObject({ messageId: _id, senderId: ada.id })
    const delivered = await ada.listMessages(bob)
    expect(delivered).toMatchObject([{ delivered: true, read: false }])
    expect(await markDelivered(db, bob.id, _id)).toBeNull()
    expect(await ada.listMessages(bob)).toEqual(delivered)
  })
})

describe('reading many messages at once', () => {
  test('marks them all, each with its own stamp', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, db } = api
    await addUnreadMessages(api, 2_500)

    await bob.call(markConversationRead, { params: { userId: ada.id }, body: {} })

    expect(await bob.listConversations()).toMatchObject({ unreadCount: 0 })
    const read = await db
      .selectFrom('messages')
      .select(['id', 'changed_at'])
      .where('read_at', 'is not', null)
      .orderBy('id')
      .execute()
    expect(read).toHaveLength(2_500)
    const stamps = read.map(({ changed_at }) => changed_at)
    expect([...new Set(stamps)].toSorted()).toEqual(stamps)
    const side = await db
      .selectFrom('conversation_sides')
      .select('read_id')
      .where('member_id', '=', bob.id)
      .executeTakeFirstOrThrow()
    expect(side.read_id).toBe(read.at(-1)?.id)
  })

  test('puts neither its receipts nor the next messages ahead of the clock, and a sync brings them all', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, db } = api
    await addUnreadMessages(api, 5_000)
    const { syncTime } = await ada.syncMessages(bob, new Date().toISOString())

    await bob.call(markConversationRead, { params: { userId: ada.id }, body: {} })
    const [first, second] = [await bob.sendMessage(ada, 'one'), await bob.sendMessage(ada, 'two')]
    await markDelivered(db, ada.id, first._id)

    const [newest, older] = await ada.listMessages(bob)
    expect([newest?._id, older?._id]).toEqual([second._id, first._id])
    const { rows } = await sql<{ latest: string }>`
      select greatest(max(created_at), max(delivered_at), max(read_at)) as latest from messages
    `.execute(db)
    expect(Date.parse(rows[0]?.latest ?? '')).toBeLessThanOrEqual(Date.now())
    const synced: Message[] = []
    for (let page = await ada.syncMessages(bob, syncTime); ;) {
      synced.push(...page.messages)
      if (!page.hasMore) break
      page = await ada.syncMessages(bob, page.syncTime)
    }
    expect(synced).toHaveLength(5_002)
    expect(synced.slice(-2).map(({ _id }) => _id)).toEqual([second._id, first._id])
  })
})

describe('a deleted conversation', () => {
  test('is gone for one member, stays for the peer, and does not come back with the next message', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, db } = api
    const [one, two] = [await ada.sendMessage(bob, 'one'), await bob.sendMessage(ada, 'two')]

    expect(await clearConversation(db, buildPair(api, 'bob'))).toBe(two._id)
    expect(await clearConversation(db, buildPair(api, 'bob'))).toBeNull()
    expect(await bob.listMessages(ada)).toEqual([])
    expect(await bob.listConversations()).toMatchObject({ data: [], unreadCount: 0 })
    expect((await bob.syncMessages(ada)).messages).toEqual([])
    expect((await ada.listMessages(bob)).map(({ _id }) => _id)).toEqual([two._id, one._id])

    const three = await ada.sendMessage(bob, 'three')
    expect(await bob.listMessages(ada)).toEqual([three])
    expect((await bob.syncMessages(ada)).messages).toEqual([three])
    expect(await bob.listConversations()).toMatchObject({
      data: [{ unreadCount: 1 }],
      unreadCount: 1,
    })
  })

  test('can no longer be marked as read', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, db } = api
    const { _id } = await ada.sendMessage(bob, 'one')
    await clearConversation(db, buildPair(api, 'bob'))
    const reply = await bob.send(markMessageRead, { params: { id: _id } })
    expect(reply.statusCode).toBe(404)
    await bob.call(markConversationRead, { params: { userId: ada.id }, body: {} })
    expect(await ada.listMessages(bob)).toMatchObject([{ read: false }])
  })
})

test('late, repeated and foreign receipts never lower a receipt, and the unread count stays exact', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const names = ['ada', 'bob', 'eve']
  const ids = await Promise.all(names.map((name) => createMemberFixture(db, name)))
  const [ada = '', bob = ''] = ids
  const actor = fc.nat({ max: 2 })
  const step = fc.oneof(
    fc.record({ operation: fc.constant('send' as const), by: fc.nat({ max: 1 }) }),
    fc.record({
      operation: fc.constant('deliver' as const),
      by: actor,
      index: fc.nat({ max: 30 }),
    }),
    fc.record({ operation: fc.constant('read' as const), by: actor, index: fc.nat({ max: 30 }) }),
    fc.record({ operation: fc.constant('clear' as const), by: actor }),
  )
  const run = async (steps: { operation: string; by: number; index?: number }[]) => {
    await db.deleteFrom('messages').execute()
    await db.deleteFrom('conversation_sides').execute()
    const sent: string[] = []
    let before = new Map<string, number>()
    for (const { operation, by, index = 0 } of steps) {
      const memberId = ids[by] ?? ''
      const peerId = memberId === ada ? bob : ada
      const messageId = sent[index % Math.max(1, sent.length)] ?? MAX_ID
      if (operation === 'send') {
        const message = { memberId, peerId, content: 'x', tempId: null, mayStartConversation: true }
        sent.push((await insertMessage(db, message))._id ?? '')
      } else if (operation === 'deliver') await markDelivered(db, memberId, messageId)
      else if (operation === 'read') await markRead(db, { memberId, peerId, upTo: messageId })
      else await clearConversation(db, { memberId, peerId })

      const rows = await db.selectFrom('messages').selectAll().execute()
      const now = new Map(rows.map((row) => [row.id, getReceiptLevel(row)]))
      for (const [id, state] of before) expect(now.get(id)).toBeGreaterThanOrEqual(state)
      before = now
      for (const id of [ada, bob]) {
        const other = id === ada ? bob : ada
        const messages = await selectConversationMessages(db, {
          memberId: id,
          peerId: other,
          before: MAX_ID,
        })
        const visible = messages.map(({ json }) => JSON.parse(json) as Message)
        const unread = visible.filter((message) => message.sender._id === other && !message.read)
        expect(await selectUnreadCount(db, id)).toBe(unread.length)
      }
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), run), {
    numRuns: chooseSize({ short: 12, long: 40 }),
  })
}, 60_000)

/** Messages from ada to bob of the last seconds, all unread. */
async function addUnreadMessages({ ada, bob, db }: MessagingApp, count: number): Promise<void> {
  await ada.sendMessage(bob, 'one')
  const { id } = await db.selectFrom('conversations').select('id').executeTakeFirstOrThrow()
  await db.deleteFrom('messages').execute()
  await sql`
    insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
    select id_in_shard(shard_of(${id}), at), shard_of(${id}), ${id}, ${ada.id}, 'x', at
    from generate_series(1, ${count}::integer) as n,
      lateral (select now() - (${count}::integer + 1 - n) * interval '1 millisecond' as at) as earlier
  `.execute(db)
  await sql`update conversations set last_stamp = now()`.execute(db)
  await db
    .updateTable('conversation_sides')
    .set({ unread: count })
    .where('member_id', '=', bob.id)
    .execute()
}

function getReceiptLevel(row: { delivered_at: string | null; read_at: string | null }): number {
  return row.read_at ? 2 : row.delivered_at ? 1 : 0
}

function getReadFlags(messages: Message[]) {
  return messages.map(({ _id, read }) => [_id, read])
}

function buildPair({ ada, bob }: MessagingApp, actor: 'ada' | 'bob') {
  return actor === 'ada'
    ? { memberId: ada.id, peerId: bob.id }
    : { memberId: bob.id, peerId: ada.id }
}
