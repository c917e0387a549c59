import { syncMessages } from '@dolph/contract/messaging/messaging'
import { Timestamp } from '@dolph/contract/primitives'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { toServerTime } from '../../../platform/db/iso-time.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { openAuthenticatedSocket } from '../../../testing/sockets/test-socket.ts'
import { startMessagingApp } from '../../../testing/start-messaging-app.ts'

const TIMES = 2_000
const SEED = 14
const EXPECTED_STATUSES = new Map([
  [`2026-01-01T00:00:00.${'0'.repeat(200)}Z`, 400],
  [`2026-01-01T00:00:00.${'9'.repeat(20)}Z`, 400],
  ['2026-01-01T00:00:00+99:99', 400],
  ['+275760-09-13T00:00:00.000Z', 400],
  ['-000001-01-01T00:00:00.000Z', 400],
  ['2026-02-30T00:00:00.000Z', 400],
  ['2026-12-31T23:59:60.000Z', 400],
  ['0000-01-01T00:00:00.000Z', 200],
  ['9999-12-31T23:59:59.999999999Z', 200],
  ['2026-01-01T00:00:00Z', 200],
])

describe('the time of a sync', () => {
  test('answers 200 or 400, never 500, and the same by the socket', async () => {
    await using api = await startMessagingApp(undefined, { isListening: true })
    const { ada, bob } = api
    await ada.sendMessage(bob, 'one')
    const statuses = new Map<string, number>()
    const errorsBySocket = new Map<string, string | undefined>()

    for (const lastSyncTime of EXPECTED_STATUSES.keys()) {
      const querystring = { conversationWith: bob.id, lastSyncTime }
      statuses.set(lastSyncTime, (await ada.send(syncMessages, { querystring })).statusCode)
      await using socket = await openAuthenticatedSocket(api, ada)
      socket.send({ type: 'sync_request', ...querystring })
      socket.send({ type: 'new_message', recipientId: bob.id, content: lastSyncTime })
      await socket.nextEvent('new_message', ({ message }) => message.content === lastSyncTime)
      const error = socket.events.find((event) => event.type === 'error')
      errorsBySocket.set(lastSyncTime, error?.code)
    }

    expect(statuses).toEqual(EXPECTED_STATUSES)
    for (const [time, status] of EXPECTED_STATUSES) {
      expect(errorsBySocket.get(time), time).toBe(status === 400 ? 'invalid-input' : undefined)
    }
  })

  test('is readable by PostgreSQL whenever the contract accepts it', async () => {
    await using database = await openTestDatabase()
    const accepted = fc
      .sample(timestampTexts, { numRuns: TIMES, seed: SEED })
      .filter((text) => Timestamp.safeParse(text).success)

    const times = accepted.map(toServerTime)
    const { rows } = await sql<{ count: number }>`
      select count(at::timestamptz) from unnest(${times}::text[]) as at
    `.execute(database.db)

    expect(accepted.length).toBeGreaterThan(TIMES / 10)
    expect(rows[0]?.count).toBe(accepted.length)
  })

  test('without decimals is not mistaken for a later one in the same second', async () => {
    await using api = await startMessagingApp()
    const { ada, bob } = api
    const { createdAt } = await ada.sendMessage(bob, 'one')
    const { syncTime } = await bob.syncMessages(ada)

    const { messages } = await bob.syncMessages(ada, `${createdAt.slice(0, 19)}Z`)
    const none = await bob.syncMessages(ada, syncTime?.replace('Z', '000000Z'))

    expect(messages).toHaveLength(createdAt.endsWith('.000Z') ? 0 : 1)
    expect(none.messages).toEqual([])
  })
})

/** Texts that look like times: in range, at the edges, and beyond. */
const timestampTexts = fc
  .record({
    year: fc.oneof(fc.integer({ min: 0, max: 9_999 }), fc.constantFrom(0, 1, 4, 1900, 9_999)),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
    hour: fc.integer({ min: 0, max: 24 }),
    minute: fc.integer({ min: 0, max: 59 }),
    second: fc.integer({ min: 0, max: 60 }),
    decimals: fc.oneof(
      fc.constant(''),
      fc.stringMatching(/^\d{1,12}$/),
      fc.constant('0'.repeat(200)),
    ),
    zone: fc.constantFrom('Z', 'Z', 'Z', 'z', '', '+00:00', '+99:99', '-15:59'),
  })
  .map(({ year, month, day, hour, minute, second, decimals, zone }) => {
    const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
    const time = `${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}`
    return `${date}T${time}${decimals && `.${decimals}`}${zone}`
  })

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}
