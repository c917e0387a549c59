import type { Message } from '@dolph/contract/messaging'
import { expect, test } from 'vitest'
import { ADA, BOB, idOf, momentOf, someMessage } from '../../testing/some-message.ts'
import {
  applyEvent,
  applyPage,
  applySync,
  newestUnread,
  NO_MESSAGES,
  shownOf,
  type Synced,
  type Thread,
} from './thread.ts'

test('a conversation that fits a page is here as a whole', () => {
  const thread = opened(1, 3)
  expect(namesIn(thread)).toEqual(['Message 1', 'Message 2', 'Message 3'])
  expect(thread.from).toBeNull()
})

test('of a long one the rest is asked for from where the page ends', () => {
  const thread = opened(101, 150)
  expect(thread.from).toBe(idOf(101))
  const older = applyPage(thread, messages(51, 100).toReversed(), true)
  expect(older.from).toBe(idOf(51))
  expect(shownOf(older)).toHaveLength(100)
  expect(applyPage(older, messages(40, 50).toReversed(), false).from).toBeNull()
})

test('a page that comes twice hides nothing', () => {
  const page = messages(51, 100).toReversed()
  const older = applyPage(applyPage(opened(101, 150), page, true), messages(1, 50), false)
  expect(applyPage(older, page, true)).toEqual(older)
})

test('an old message that changes is not shown before what stands between is there', () => {
  const read = { ...someMessage(20), delivered: true, deliveredAt: momentOf(200) }
  const thread = applySync(opened(101, 150), momentOf(150), reply([read], 200))
  expect(shownOf(thread)).toHaveLength(50)

  const older = applyPage(thread, messages(1, 100).toReversed(), false)
  expect(shownOf(older).find(({ _id }) => _id === idOf(20))?.delivered).toBe(true)
})

test('a server that has gone back to an earlier time is believed', () => {
  const thread = applySync(opened(1, 3), momentOf(3), reply(messages(1, 2), 2))
  expect(thread.syncTime).toBe(momentOf(2))
})

test('when everything that was read is taken away, nothing older is left', () => {
  const gone = applyEvent(opened(101, 150), BOB._id, {
    type: 'conversation_deleted',
    userId: BOB._id,
    upTo: idOf(149),
  })
  expect(namesIn(gone)).toEqual(['Message 150'])
  expect(gone.from).toBeNull()
  expect(namesIn(applyPage(gone, messages(51, 100), true))).toEqual(['Message 150'])
})

test('what was read was delivered, by then at the latest', () => {
  const event = { messageId: idOf(1), timestamp: momentOf(9) }
  const read = applyEvent(opened(1, 1), BOB._id, { type: 'message_read', ...event })
  expect(read.messages[0]).toMatchObject({
    ...{ delivered: true, deliveredAt: momentOf(9) },
    ...{ read: true, readAt: momentOf(9) },
  })
  const earlier = { messageId: idOf(1), timestamp: momentOf(5) }
  const exact = applyEvent(read, BOB._id, { type: 'message_delivered', ...earlier })
  expect(exact.messages[0]).toMatchObject({ deliveredAt: momentOf(5), readAt: momentOf(9) })
})

test('what concerns others changes nothing', () => {
  const thread = opened(1, 2)
  const cid = { _id: idOf(777) }
  const message = someMessage(3, { sender: cid, recipient: ADA })
  const about = { messageId: idOf(50), timestamp: momentOf(9) }
  expect(applyEvent(thread, BOB._id, { type: 'new_message', message })).toBe(thread)
  expect(applyEvent(thread, BOB._id, { type: 'message_read', ...about })).toBe(thread)
  expect(
    applyEvent(thread, BOB._id, { type: 'conversation_deleted', userId: cid._id, upTo: idOf(9) }),
  ).toBe(thread)
  expect(applyEvent(thread, BOB._id, { type: 'auth_success' })).toBe(thread)
})

test('the newest message that was not read is one of the other’s', () => {
  const own = someMessage(4, { sender: ADA })
  const thread = applyEvent(opened(1, 3), BOB._id, { type: 'new_message', message: own })
  expect(newestUnread(thread, BOB._id)).toBe(idOf(3))
  expect(newestUnread(NO_MESSAGES, BOB._id)).toBeUndefined()
})

function opened(first: number, last: number): Thread {
  return applySync(NO_MESSAGES, null, reply(messages(first, last), last))
}

function reply(said: Message[], stamp: number): Synced {
  return { messages: said, syncTime: momentOf(stamp), hasMore: false, clearedTo: null }
}

function messages(first: number, last: number): Message[] {
  return Array.from({ length: last - first + 1 }, (_, nth) => someMessage(first + nth))
}

function namesIn(thread: Thread): string[] {
  return shownOf(thread).map(({ content }) => content)
}
