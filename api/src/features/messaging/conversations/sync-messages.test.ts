import type { Message } from '@dolph/contract/messaging/messaging'
import {
  MESSAGES_PAGE_SIZE,
  SYNC_CHANGES_MAX,
  syncMessages as syncMessagesEndpoint,
} from '@dolph/contract/messaging/messaging'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MAX_ID } from '../../../platform/db/id-bounds.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { startMessagingApp } from '../../../testing/start-messaging-app.ts'
import { createMemberFixture } from '../../../testing/fixtures.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { markDelivered, markRead } from '../receipts/receipts.ts'
import { insertMessage } from '../sending/insert-message.ts'
import { selectConversationMessages } from './conversation-queries.ts'
import { syncMessages } from './sync-messages.ts'
import { chooseSize } from '../../../testing/test-size.ts'

const HOUR_MS = 3_600_000

describe('a sync', () => {
  test('from the beginning brings all messages, and the next one none', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const sent = [await ada.sendMessage(bob, 'one'), await bob.sendMessage(ada, 'two')]
    const first = await ada.syncMessages(bob)
    expect(first).toMatchObject({ messages: sent, hasMore: false })
    expect(await ada.syncMessages(bob, first.syncTime)).toEqual({
      messages: [],
      syncTime: first.syncTime,
      hasMore: false,
      clearedTo: null,
    })
  })

  test('brings the messages that were sent, delivered or read since', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, db } = api
    const [one, two] = [await ada.sendMessage(bob, 'one'), await ada.sendMessage(bob, 'two')]
    const { syncTime } = await ada.syncMessages(bob)
    await markDelivered(db, bob.id, two._id)
    await markRead(db, { memberId: bob.id, peerId: ada.id, upTo: one._id })
    const three = await bob.sendMessage(ada, 'three')
    const { messages } = await ada.syncMessages(bob, syncTime)
    expect(messages).toMatchObject([
      { _id: two._id, delivered: true, read: false },
      { _id: one._id, delivered: true, read: true },
      three,
    ])
  })

  test('continues page by page while there is more', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, db } = api
    const total = SYNC_CHANGES_MAX * 2 + 50
    for (let index = 0; index < total; index += 1) {
      const message = { memberId: ada.id, peerId: bob.id, content: `${index}`, tempId: null }
      await insertMessage(db, { ...message, mayStartConversation: true })
    }
    await markRead(db, { memberId: bob.id, peerId: ada.id, upTo: MAX_ID })
    const messages: Message[] = []
    let [syncTime, hasMore]: [string | null, boolean] = [null, true]
    const sizes: number[] = []
    while (hasMore) {
      const page = await bob.syncMessages(ada, syncTime)
      messages.push(...page.messages)
      sizes.push(page.messages.length)
      ;({ syncTime, hasMore } = page)
    }
    expect(sizes).toEqual([SYNC_CHANGES_MAX, SYNC_CHANGES_MAX, 50])
    expect(messages.map(({ content }) => content)).toEqual(
      Array.from({ length: total }, (_, index) => `${index}`),
    )
  }, 30_000)

  test('by the clock of a browser that is an hour ahead brings the newest messages and a server time', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const sent = [await ada.sendMessage(bob, 'one'), await ada.sendMessage(bob, 'two')]
    const { syncTime } = await bob.syncMessages(ada)
    const ahead = new Date(Date.now() + HOUR_MS).toISOString()
    expect(await bob.syncMessages(ada, ahead)).toMatchObject({
      messages: sent,
      syncTime,
      hasMore: false,
    })
  })

  test('from the newest brings the newest page and a time to continue from', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, db } = api
    const contents = Array.from({ length: MESSAGES_PAGE_SIZE + 2 }, (_, index) => `${index}`)
    for (const content of contents) {
      const message = { memberId: ada.id, peerId: bob.id, content, tempId: null }
      await insertMessage(db, { ...message, mayStartConversation: true })
    }
    const querystring = { conversationWith: ada.id, from: 'newest' } as const
    const { messages, syncTime, hasMore } = await bob.call(syncMessagesEndpoint, { querystring })
    expect(messages.map(({ content }) => content)).toEqual(contents.slice(2))
    expect(hasMore).toBe(false)
    const next = await ada.sendMessage(bob, 'next')
    expect((await bob.syncMessages(ada, syncTime)).messages).toEqual([next])
  })

  test('with a member without a conversation is empty', async () => {
    await using api = await startMessagingApp()
    expect(await api.ada.syncMessages(api.bob)).toEqual({
      messages: [],
      syncTime: null,
      hasMore: false,
      clearedTo: null,
    })
  })

  test('accepts any ISO time and ids in upper or lower case', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const messages = await ada.sendMessage({ id: bob.id.toUpperCase() }, 'one')
    expect((await bob.syncMessages(ada, '0000-01-01T00:00:00Z')).messages).toEqual([messages])
    expect((await bob.syncMessages({ id: ada.id.toUpperCase() })).messages).toEqual([messages])
  })

  test('tells up to which message the member deleted the conversation', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const deleted = await ada.sendMessage(bob, 'one')
    const { syncTime } = await bob.syncMessages(ada)
    await bob.deleteConversation(ada)
    expect(await bob.syncMessages(ada, syncTime)).toMatchObject({
      messages: [],
      clearedTo: deleted._id,
    })
    expect(await ada.syncMessages(bob)).toMatchObject({ messages: [deleted], clearedTo: null })
  })
})

test('a sync misses no message with many concurrent senders, slow commits and wrong client clocks', async () => {
  const [messages, senders] = [chooseSize({ short: 2_000, long: 20_000 }), 8]
  await using database = await openTestDatabase()
  await using db = openDatabase(database.url, { poolSize: senders + 4 })
  const [ada, bob] = [await createMemberFixture(db, 'ada'), await createMemberFixture(db, 'bob')]
  let unsentCount = messages
  let activeSenders = senders

  async function sendAll(index: number) {
    const [memberId, peerId] = index % 2 ? [ada, bob] : [bob, ada]
    while (unsentCount > 0) {
      unsentCount -= 1
      const delay = Math.random() < 0.03 ? Math.random() * 0.02 : 0
      await sql`select insert_message(${memberId}, ${peerId}, 'x', null, true), pg_sleep(${delay})`.execute(
        db,
      )
    }
    activeSenders -= 1
  }

  /** Syncs until all messages are sent, and returns their ids in the order of arrival. */
  async function follow(since: string | null) {
    const receivedIds = new Set<string>()
    for (let isLast = false; ;) {
      const page = await syncMessages(db, { memberId: ada, peerId: bob }, since)
      for (const json of page.messages) receivedIds.add((JSON.parse(json) as Message)._id)
      since = page.syncTime
      if (page.hasMore) continue
      if (isLast) return [...receivedIds]
      isLast = activeSenders === 0
    }
  }
  async function followFromHalfway() {
    await expect.poll(() => unsentCount, { timeout: 60_000 }).toBeLessThan(messages / 2)
    return follow(clock(1))
  }
  const clock = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const [first, behind, ahead] = await Promise.all([
    follow(null),
    follow(clock(-1)),
    followFromHalfway(),
    ...Array.from({ length: senders }, (_, index) => sendAll(index)),
  ])

  const rows = await db.selectFrom('messages').select('id').orderBy('id').execute()
  const storedIds = rows.map(({ id }) => id)
  expect(storedIds).toHaveLength(messages)
  expect(first).toEqual(storedIds)
  expect(behind).toEqual(storedIds)
  // A client whose clock is ahead gets the newest messages of its first sync, and all since.
  expect(ahead).toEqual(storedIds.slice(-ahead.length))
  expect(ahead.length).toBeGreaterThan(0)
  const page = await selectConversationMessages(db, {
    memberId: bob,
    peerId: ada,
    before: MAX_ID,
  })
  expect(page.map(({ _id }) => _id)).toEqual(storedIds.toReversed().slice(0, page.length))
}, 120_000)
