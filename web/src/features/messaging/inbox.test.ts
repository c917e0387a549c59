import { expect, test } from 'vitest'
import {
  ADA,
  BOB,
  getMessageId,
  getTimestamp,
  createConversationFixture,
  createMessageFixture,
} from '../../testing/message-fixtures.ts'
import {
  applyDeletion,
  replaceConversations,
  applyMessage,
  applyReadMarker,
  applyReceipt,
  appendConversations,
  EMPTY_INBOX,
  type Inbox,
} from './inbox.ts'

const CID = { _id: getMessageId(777), userName: 'cid' }
const fromCid = (nth: number) => createMessageFixture(nth, { sender: CID, recipient: ADA })
const INBOX = createInbox({ next: null })

test('a new message brings its conversation to the top, and counts', () => {
  const { inbox, isComplete } = applyMessage(INBOX, ADA._id, fromCid(20), false)
  expect(summarizeInbox(inbox)).toEqual(['cid 20 (1)', 'bob 10 (2)'])
  expect([inbox.unread, isComplete]).toEqual([3, true])
})

test('what the member writes, or has before their eyes, does not count', () => {
  const own = applyMessage(INBOX, ADA._id, createMessageFixture(20, { sender: ADA }), false)
  const seen = applyMessage(INBOX, ADA._id, fromCid(20), true)
  expect([own.inbox.unread, seen.inbox.unread]).toEqual([2, 2])
})

test('the same message twice counts once', () => {
  const once = applyMessage(INBOX, ADA._id, fromCid(20), false)
  const twice = applyMessage(once.inbox, ADA._id, fromCid(20), false)
  expect(summarizeInbox(twice.inbox)).toEqual(summarizeInbox(once.inbox))
})

test('a message that comes late leaves the list unsure', () => {
  expect(applyMessage(INBOX, ADA._id, createMessageFixture(9), false)).toEqual({
    inbox: INBOX,
    isComplete: false,
  })
  expect(
    applyMessage(INBOX, ADA._id, createMessageFixture(9, { sender: ADA }), false).isComplete,
  ).toBe(true)
})

test('a conversation that is not in the list is put there, and the list is asked for', () => {
  const message = createMessageFixture(30, { sender: { _id: getMessageId(778) }, recipient: ADA })
  const { inbox, isComplete } = applyMessage(INBOX, ADA._id, message, false)
  expect([inbox.conversations.length, isComplete]).toEqual([3, false])
})

test('whoever reads the last message has read them all', () => {
  const about = { messageId: getMessageId(10), timestamp: getTimestamp(50) }
  const read = applyReceipt(INBOX, ADA._id, { type: 'message_read', ...about }, false)
  expect([summarizeInbox(read.inbox), read.isComplete]).toEqual([['bob 10 (0)', 'cid 5 (0)'], true])
  const delivered = applyReceipt(INBOX, ADA._id, { type: 'message_delivered', ...about }, false)
  expect(delivered.inbox.unread).toBe(2)
})

test('of a message that is not the last it is not known how many are left', () => {
  const about = {
    type: 'message_read',
    messageId: getMessageId(9),
    timestamp: getTimestamp(50),
  } as const
  expect(applyReceipt(INBOX, ADA._id, about, false).isComplete).toBe(false)
  expect(applyReceipt(INBOX, ADA._id, about, true).isComplete).toBe(true)
})

test('one’s own reading takes the number away', () => {
  const read = applyReadMarker(INBOX, BOB._id, getMessageId(10))
  expect([read.inbox.unread, read.isComplete]).toEqual([0, true])
  expect(applyReadMarker(INBOX, BOB._id, getMessageId(9)).isComplete).toBe(false)
})

test('a conversation that is taken away stays away, until something new is said', () => {
  const { inbox } = applyDeletion(INBOX, BOB._id, getMessageId(10))
  expect([summarizeInbox(inbox), inbox.unread]).toEqual([['cid 5 (0)'], 0])
  expect(applyMessage(inbox, ADA._id, createMessageFixture(9), false)).toEqual({
    inbox,
    isComplete: true,
  })
  const back = applyMessage(inbox, ADA._id, createMessageFixture(11), false)
  expect(summarizeInbox(back.inbox)).toEqual(['bob 11 (1)', 'cid 5 (0)'])
  expect(applyDeletion(back.inbox, BOB._id, getMessageId(10)).inbox).toBe(back.inbox)
})

test('the rest of the list follows, and brings nobody twice', () => {
  const dora = createConversationFixture(
    createMessageFixture(3, { sender: { _id: getMessageId(779) }, recipient: ADA }),
  )
  const known = createConversationFixture(fromCid(5))
  const rest = appendConversations(createInbox({ next: 'more' }), {
    ...{ conversations: [known, dora], unread: 4, next: null },
  })
  expect(rest.conversations).toHaveLength(3)
  expect([rest.unread, rest.next]).toEqual([4, null])
})

function createInbox({ next }: { next: string | null }): Inbox {
  const conversations = [
    createConversationFixture(createMessageFixture(10), 2),
    createConversationFixture(fromCid(5)),
  ]
  return replaceConversations(EMPTY_INBOX, { conversations, unread: 2, next })
}

function summarizeInbox({ conversations }: Inbox): string[] {
  return conversations.map(({ peer, lastMessage, unreadCount }) => {
    const nth = Number(lastMessage._id.slice(-12))
    return `${peer.userName ?? ''} ${nth} (${unreadCount})`
  })
}
