import { expect, test } from 'vitest'
import {
  ADA,
  BOB,
  getMessageId,
  getTimestamp,
  createConversationFixture,
  createMessageFixture,
} from '../../../testing/fixtures/message-fixtures.ts'
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
const fromCid = (sequence: number) =>
  createMessageFixture(sequence, { sender: CID, recipient: ADA })
const INBOX = createInbox({ next: null })

test('a new message moves its conversation to the top, and counts as unread', () => {
  const { inbox, needsRefetch } = applyMessage(INBOX, ADA._id, fromCid(20), false)
  expect(summarizeInbox(inbox)).toEqual(['cid 20 (1)', 'bob 10 (2)'])
  expect([inbox.unread, needsRefetch]).toEqual([3, false])
})

test('messages of the member, or on screen, do not count as unread', () => {
  const own = applyMessage(INBOX, ADA._id, createMessageFixture(20, { sender: ADA }), false)
  const seen = applyMessage(INBOX, ADA._id, fromCid(20), true)
  expect([own.inbox.unread, seen.inbox.unread]).toEqual([2, 2])
})

test('the same message twice counts once', () => {
  const once = applyMessage(INBOX, ADA._id, fromCid(20), false)
  const twice = applyMessage(once.inbox, ADA._id, fromCid(20), false)
  expect(summarizeInbox(twice.inbox)).toEqual(summarizeInbox(once.inbox))
})

test('a late message needs a refetch of the inbox', () => {
  expect(applyMessage(INBOX, ADA._id, createMessageFixture(9), false)).toEqual({
    inbox: INBOX,
    needsRefetch: true,
  })
  expect(
    applyMessage(INBOX, ADA._id, createMessageFixture(9, { sender: ADA }), false).needsRefetch,
  ).toBe(false)
})

test('a message of an unlisted conversation adds it, and needs a refetch of the inbox', () => {
  const message = createMessageFixture(30, { sender: { _id: getMessageId(778) }, recipient: ADA })
  const { inbox, needsRefetch } = applyMessage(INBOX, ADA._id, message, false)
  expect([inbox.conversations.length, needsRefetch]).toEqual([3, true])
})

test('reading the last message reads all of them', () => {
  const receipt = { messageId: getMessageId(10), timestamp: getTimestamp(50) }
  const read = applyReceipt(INBOX, ADA._id, { type: 'message_read', ...receipt }, false)
  expect([summarizeInbox(read.inbox), read.needsRefetch]).toEqual([
    ['bob 10 (0)', 'cid 5 (0)'],
    false,
  ])
  const delivered = applyReceipt(INBOX, ADA._id, { type: 'message_delivered', ...receipt }, false)
  expect(delivered.inbox.unread).toBe(2)
})

test('a read receipt of an earlier message needs a refetch of the inbox', () => {
  const receipt = {
    type: 'message_read',
    messageId: getMessageId(9),
    timestamp: getTimestamp(50),
  } as const
  expect(applyReceipt(INBOX, ADA._id, receipt, false).needsRefetch).toBe(true)
  expect(applyReceipt(INBOX, ADA._id, receipt, true).needsRefetch).toBe(false)
})

test('reading a conversation resets its unread count', () => {
  const read = applyReadMarker(INBOX, BOB._id, getMessageId(10))
  expect([read.inbox.unread, read.needsRefetch]).toEqual([0, false])
  expect(applyReadMarker(INBOX, BOB._id, getMessageId(9)).needsRefetch).toBe(true)
})

test('a deleted conversation stays deleted until a new message arrives', () => {
  const { inbox } = applyDeletion(INBOX, BOB._id, getMessageId(10))
  expect([summarizeInbox(inbox), inbox.unread]).toEqual([['cid 5 (0)'], 0])
  expect(applyMessage(inbox, ADA._id, createMessageFixture(9), false)).toEqual({
    inbox,
    needsRefetch: false,
  })
  const returned = applyMessage(inbox, ADA._id, createMessageFixture(11), false)
  expect(summarizeInbox(returned.inbox)).toEqual(['bob 11 (1)', 'cid 5 (0)'])
  expect(applyDeletion(returned.inbox, BOB._id, getMessageId(10)).inbox).toBe(returned.inbox)
})

test('the next page is appended without duplicates', () => {
  const dora = createConversationFixture(
    createMessageFixture(3, { sender: { _id: getMessageId(779) }, recipient: ADA }),
  )
  const duplicate = createConversationFixture(fromCid(5))
  const rest = appendConversations(createInbox({ next: 'more' }), {
    conversations: [duplicate, dora],
    unread: 4,
    next: null,
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
    const sequence = Number(lastMessage._id.slice(-12))
    return `${peer.userName ?? ''} ${sequence} (${unreadCount})`
  })
}
