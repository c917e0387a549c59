import type { ReplyOf } from '@dolph/contract/endpoint'
import { MESSAGES_PAGE_SIZE } from '@dolph/contract/messaging/messaging'
import type { RoomMessage, syncRoom } from '@dolph/contract/rooms/rooms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BOB } from '../../testing/fixtures/message-fixtures.ts'
import {
  applyOlderRoomPage,
  applyRoomRead,
  applyRoomSync,
  EMPTY_ROOM_THREAD,
  getShownRoomMessages,
  mergeRoomMessages,
  type OlderRoomPage,
  type RoomThread,
} from './room-thread.ts'

const SCHEDULES = process.env['TEST_LONG'] === '1' ? 12_000 : 3_000

type SyncReply = ReplyOf<typeof syncRoom>

const Step = fc.tuple(
  fc.constantFrom(
    ...(['send', 'send', 'rejoin', 'receive', 'receive', 'receive again', 'lose'] as const),
    ...(['request sync', 'request sync', 'apply sync', 'apply sync'] as const),
    ...(['request older', 'apply older'] as const),
  ),
  fc.nat({ max: 200 }),
)
const Schedule = fc.record({
  messagesBefore: fc.oneof(fc.nat({ max: 4 }), fc.integer({ min: 47, max: 120 })),
  syncMax: fc.integer({ min: 1, max: 6 }),
  steps: fc.array(Step, { minLength: 8, maxLength: 40 }),
})

/** The room as the API shows it to one member. */
class ModelRoom {
  readonly messages: RoomMessage[] = []
  from: string | null = null

  send(): RoomMessage {
    const at = 1_700_000_000_000 + this.messages.length
    const _id = String(at)
    const message = { _id, room: 'room', sender: BOB, content: _id, createdAt: toTime(_id) }
    this.messages.push(message)
    return message
  }

  /** The member leaves and comes back: they read from here on, or from where the history was opened, but never from an earlier message than before. */
  rejoin(selector: number): void {
    const from = this.messages[selector % (this.messages.length || 1)]?._id ?? ''
    if (from > (this.from ?? '')) this.from = from
  }

  get visible(): RoomMessage[] {
    return this.messages.filter(({ _id }) => _id > (this.from ?? ''))
  }

  sync(since: string | null, limit: number): SyncReply {
    const last = this.messages.at(-1)
    const syncTime = toTime(last?._id ?? '0')
    if (since === null) {
      const messages = this.visible.slice(-MESSAGES_PAGE_SIZE)
      return { messages, syncTime, hasMore: false, from: this.from, positions: [] }
    }
    const changes = this.visible.filter(({ createdAt }) => createdAt > since)
    const messages = changes.slice(0, limit)
    const hasMore = changes.length > limit
    const from = this.from
    return {
      messages,
      syncTime: hasMore ? (messages.at(-1)?.createdAt ?? '') : syncTime,
      hasMore,
      from,
      positions: [],
    }
  }

  listBefore(before: string): RoomMessage[] {
    return this.visible
      .filter(({ _id }) => _id < before)
      .slice(-MESSAGES_PAGE_SIZE)
      .toReversed()
  }
}

test('a sync makes a room equal to the database, whatever was lost, late, repeated or out of order', () => {
  const outcome = fc.check(
    fc.property(Schedule, ({ messagesBefore, syncMax, steps }) => {
      const room = new ModelRoom()
      for (let index = 0; index < messagesBefore; index += 1) room.send()
      const events: RoomMessage[] = []
      let thread: RoomThread = EMPTY_ROOM_THREAD
      let pending: { since: string | null; reply: SyncReply } | undefined
      let older: { requested: OlderRoomPage; page: RoomMessage[] } | undefined
      const requestSync = () => {
        const since = thread.syncTime
        pending = { since, reply: room.sync(since, syncMax) }
      }
      const applySync = (): boolean => {
        if (pending) thread = applyRoomSync(thread, pending.since, pending.reply)
        const isComplete =
          pending !== undefined && !pending.reply.hasMore && thread.syncTime !== null
        pending = undefined
        return isComplete
      }
      for (const [kind, selector] of steps) {
        const index = selector % (events.length || 1)
        const event = events[index]
        if (kind === 'send') events.push(room.send())
        if (kind === 'rejoin') room.rejoin(selector)
        if (kind.startsWith('receive') && event) thread = mergeRoomMessages(thread, [event])
        if (kind === 'receive' || kind === 'lose') events.splice(index, 1)
        if (kind === 'request sync' && !pending) requestSync()
        if (kind === 'apply sync') applySync()
        if (kind === 'request older' && thread.loadedFrom !== null)
          older = {
            requested: { before: thread.loadedFrom, from: thread.from },
            page: room.listBefore(thread.loadedFrom),
          }
        if (kind === 'apply older' && older) {
          thread = applyOlderRoomPage(thread, older.requested, older.page)
          older = undefined
        }
      }
      applySync()
      do requestSync()
      while (!applySync())
      const expected = room.visible.filter(({ _id }) => _id >= (thread.loadedFrom ?? ''))
      expect(getShownRoomMessages(thread)).toEqual(expected)
      expect(expected.length).toBeGreaterThanOrEqual(
        Math.min(room.visible.length, MESSAGES_PAGE_SIZE),
      )
    }),
    { numRuns: SCHEDULES },
  )
  expect(outcome.counterexample).toBeNull()
}, 60_000)

test('a position never goes back, whatever order events and syncs come in', () => {
  const Report = fc.record({
    isEvent: fc.boolean(),
    upTo: fc.option(fc.integer({ min: 1, max: 9 }).map(String)),
  })
  const outcome = fc.check(
    fc.property(fc.array(Report, { minLength: 1, maxLength: 12 }), (reports) => {
      const reply = { messages: [], syncTime: toTime('1'), hasMore: false, from: null }
      const read = (upTo: string | null) => ({
        ...reply,
        positions: [{ userId: BOB._id, upTo, isOnline: false }],
      })
      let thread = applyRoomSync(EMPTY_ROOM_THREAD, null, read(null))
      let furthest = ''
      for (const { isEvent, upTo } of reports) {
        if (!isEvent) thread = applyRoomSync(thread, thread.syncTime, read(upTo))
        else if (upTo !== null) thread = applyRoomRead(thread, BOB._id, upTo)
        furthest = (upTo ?? '') > furthest ? (upTo ?? '') : furthest
        expect(thread.positions[0]?.upTo ?? '').toBe(furthest)
      }
    }),
    { numRuns: 200 },
  )
  expect(outcome.counterexample).toBeNull()
})

function toTime(id: string): string {
  return new Date(Number(id)).toISOString()
}
