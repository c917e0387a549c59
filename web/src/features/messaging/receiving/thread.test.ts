import type { Message } from '@dolph/contract/messaging/messaging'
import { expect, test } from 'vitest'
import {
  ADA,
  BOB,
  getMessageId,
  getTimestamp,
  createMessageFixture,
} from '../../../testing/fixtures/message-fixtures.ts'
import {
  applyEvent,
  applyOlderPage,
  applySync,
  findNewestUnreadId,
  EMPTY_THREAD,
  getContiguousMessages,
  type SyncReply,
  type Thread,
} from './thread.ts'

test('a conversation that fits one page is loaded completely', () => {
  const thread = createThread(1, 3)
  expect(getContents(thread)).toEqual(['Message 1', 'Message 2', 'Message 3'])
  expect(thread.loadedFrom).toBeNull()
})

test('older pages of a long conversation continue where the newest page ends', () => {
  const thread = createThread(101, 150)
  expect(thread.loadedFrom).toBe(getMessageId(101))
  const older = applyOlderPage(thread, createMessages(51, 100).toReversed(), true)
  expect(older.loadedFrom).toBe(getMessageId(51))
  expect(getContiguousMessages(older)).toHaveLength(100)
  expect(applyOlderPage(older, createMessages(40, 50).toReversed(), false).loadedFrom).toBeNull()
})

test('a page applied twice hides no messages', () => {
  const page = createMessages(51, 100).toReversed()
  const older = applyOlderPage(
    applyOlderPage(createThread(101, 150), page, true),
    createMessages(1, 50),
    false,
  )
  expect(applyOlderPage(older, page, true)).toEqual(older)
})

test('an old message that changes is not shown before the messages in between are loaded', () => {
  const read = { ...createMessageFixture(20), delivered: true, deliveredAt: getTimestamp(200) }
  const thread = applySync(createThread(101, 150), getTimestamp(150), createSyncReply([read], 200))
  expect(getContiguousMessages(thread)).toHaveLength(50)

  const older = applyOlderPage(thread, createMessages(1, 100).toReversed(), false)
  expect(getContiguousMessages(older).find(({ _id }) => _id === getMessageId(20))?.delivered).toBe(
    true,
  )
})

test('an earlier sync time from a server restored from a backup replaces the known one', () => {
  const thread = applySync(
    createThread(1, 3),
    getTimestamp(3),
    createSyncReply(createMessages(1, 2), 2),
  )
  expect(thread.syncTime).toBe(getTimestamp(2))
})

test('after the loaded messages are deleted, there are no older ones', () => {
  const cleared = applyEvent(createThread(101, 150), BOB._id, {
    type: 'conversation_deleted',
    userId: BOB._id,
    upTo: getMessageId(149),
  })
  expect(getContents(cleared)).toEqual(['Message 150'])
  expect(cleared.loadedFrom).toBeNull()
  expect(getContents(applyOlderPage(cleared, createMessages(51, 100), true))).toEqual([
    'Message 150',
  ])
})

test('a read message counts as delivered, at the latest when it was read', () => {
  const event = { messageId: getMessageId(1), timestamp: getTimestamp(9) }
  const read = applyEvent(createThread(1, 1), BOB._id, { type: 'message_read', ...event })
  expect(read.messages[0]).toMatchObject({
    delivered: true,
    deliveredAt: getTimestamp(9),
    read: true,
    readAt: getTimestamp(9),
  })
  const earlier = { messageId: getMessageId(1), timestamp: getTimestamp(5) }
  const exact = applyEvent(read, BOB._id, { type: 'message_delivered', ...earlier })
  expect(exact.messages[0]).toMatchObject({ deliveredAt: getTimestamp(5), readAt: getTimestamp(9) })
})

test('events of other conversations change nothing', () => {
  const thread = createThread(1, 2)
  const cid = { _id: getMessageId(777) }
  const message = createMessageFixture(3, { sender: cid, recipient: ADA })
  const about = { messageId: getMessageId(50), timestamp: getTimestamp(9) }
  expect(applyEvent(thread, BOB._id, { type: 'new_message', message })).toBe(thread)
  expect(applyEvent(thread, BOB._id, { type: 'message_read', ...about })).toBe(thread)
  expect(
    applyEvent(thread, BOB._id, {
      type: 'conversation_deleted',
      userId: cid._id,
      upTo: getMessageId(9),
    }),
  ).toBe(thread)
  expect(applyEvent(thread, BOB._id, { type: 'auth_success' })).toBe(thread)
})

test('the newest unread message is one of the peer', () => {
  const own = createMessageFixture(4, { sender: ADA })
  const thread = applyEvent(createThread(1, 3), BOB._id, { type: 'new_message', message: own })
  expect(findNewestUnreadId(thread, BOB._id)).toBe(getMessageId(3))
  expect(findNewestUnreadId(EMPTY_THREAD, BOB._id)).toBeUndefined()
})

function createThread(first: number, last: number): Thread {
  return applySync(EMPTY_THREAD, null, createSyncReply(createMessages(first, last), last))
}

function createSyncReply(messages: Message[], sequence: number): SyncReply {
  return { messages, syncTime: getTimestamp(sequence), hasMore: false, clearedTo: null }
}

function createMessages(first: number, last: number): Message[] {
  return Array.from({ length: last - first + 1 }, (_, index) => createMessageFixture(first + index))
}

function getContents(thread: Thread): string[] {
  return getContiguousMessages(thread).map(({ content }) => content)
}
