import type { Message } from '@dolph/contract/messaging'
import { SYNC_CHANGES_MAX } from '@dolph/contract/messaging'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { syncMessages } from './actions.ts'
import { insertMessage, selectConversationMessages, MAX_ID } from './queries.ts'
import { markDelivered, markRead } from './receipts.ts'

const HOUR_MS = 3_600_000

describe('a sync', () => {
  test('from the beginning brings everything, and the next one nothing', async () => {
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

  test('brings what was added, delivered and read since', async () => {
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

  test('goes on page by page while there is more', async () => {
    await using api = await startMessagingApp()
    const { ada, bob, db } = api
    const total = SYNC_CHANGES_MAX * 2 + 50
    for (let nth = 0; nth < total; nth += 1) {
      const sending = { memberId: ada.id, peerId: bob.id, content: `${nth}`, tempId: null }
      await insertMessage(db, { ...sending, mayOpen: true })
    }
    await markRead(db, { memberId: bob.id, peerId: ada.id, upTo: MAX_ID })
    const said: Message[] = []
    let [syncTime, hasMore]: [string | null, boolean] = [null, true]
    const sizes: number[] = []
    while (hasMore) {
      const page = await bob.syncMessages(ada, syncTime)
      said.push(...page.messages)
      sizes.push(page.messages.length)
      ;({ syncTime, hasMore } = page)
    }
    expect(sizes).toEqual([SYNC_CHANGES_MAX, SYNC_CHANGES_MAX, 50])
    expect(said.map(({ content }) => content)).toEqual(
      Array.from({ length: total }, (_, nth) => `${nth}`),
    )
  }, 30_000)

  test('by the clock of a browser that is an hour ahead brings the newest, with a time of ours', async () => {
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

  test('with somebody one never wrote to is empty', async () => {
    await using api = await startMessagingApp()
    expect(await api.ada.syncMessages(api.bob)).toEqual({
      messages: [],
      syncTime: null,
      hasMore: false,
      clearedTo: null,
    })
  })

  test('takes any time for a time, and an id in any letters for that id', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const said = await ada.sendMessage({ id: bob.id.toUpperCase() }, 'one')
    expect((await bob.syncMessages(ada, '0000-01-01T00:00:00Z')).messages).toEqual([said])
    expect((await bob.syncMessages({ id: ada.id.toUpperCase() })).messages).toEqual([said])
  })

  test('says up to where the member took the conversation away', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const gone = await ada.sendMessage(bob, 'one')
    const { syncTime } = await bob.syncMessages(ada)
    await bob.deleteConversation(ada)
    expect(await bob.syncMessages(ada, syncTime)).toMatchObject({
      messages: [],
      clearedTo: gone._id,
    })
    expect(await ada.syncMessages(bob)).toMatchObject({ messages: [gone], clearedTo: null })
  })
})

test('nothing is missed however many write at once, at whatever pace they commit, by whatever clock one starts', async () => {
  const [messages, writers] = [6_000, 8]
  await using database = await openTestDatabase()
  await using db = openDatabase(database.url, { poolSize: writers + 4 })
  const [ada, bob] = [await createMemberFixture(db, 'ada'), await createMemberFixture(db, 'bob')]
  let left = messages
  let writing = writers

  async function write(nth: number) {
    const [memberId, peerId] = nth % 2 ? [ada, bob] : [bob, ada]
    while (left > 0) {
      left -= 1
      const delay = Math.random() < 0.03 ? Math.random() * 0.02 : 0
      await sql`select send_message(${memberId}, ${peerId}, 'x', null, true), pg_sleep(${delay})`.execute(
        db,
      )
    }
    writing -= 1
  }

  /** Every message in the order in which a browser gets to know it, whose first time is its own. */
  async function follow(since: string | null) {
    const seen = new Set<string>()
    for (let isLast = false; ;) {
      const page = await syncMessages(db, { memberId: ada, peerId: bob }, since)
      for (const json of page.messages) seen.add((JSON.parse(json) as Message)._id)
      since = page.syncTime
      if (page.hasMore) continue
      if (isLast) return [...seen]
      isLast = writing === 0
    }
  }
  async function followFromHalfway() {
    await expect.poll(() => left, { timeout: 60_000 }).toBeLessThan(messages / 2)
    return follow(clock(1))
  }
  const clock = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const [first, behind, ahead] = await Promise.all([
    follow(null),
    follow(clock(-1)),
    followFromHalfway(),
    ...Array.from({ length: writers }, (_, nth) => write(nth)),
  ])

  const rows = await db.selectFrom('messages').select('id').orderBy('id').execute()
  const kept = rows.map(({ id }) => id)
  expect(kept).toHaveLength(messages)
  expect(first).toEqual(kept)
  expect(behind).toEqual(kept)
  // The newest there was when it came, and all since.
  expect(ahead).toEqual(kept.slice(-ahead.length))
  expect(ahead.length).toBeGreaterThan(0)
  const thread = await selectConversationMessages(db, {
    memberId: bob,
    peerId: ada,
    before: MAX_ID,
  })
  expect(thread.map(({ _id }) => _id)).toEqual(kept.toReversed().slice(0, thread.length))
}, 120_000)
