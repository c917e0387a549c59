import { expect, test } from 'vitest'
import {
  ADA,
  BOB,
  idOf,
  momentOf,
  someConversation,
  someMessage,
} from '../../testing/some-message.ts'
import {
  applyDeletion,
  applyList,
  applyMessage,
  applyReading,
  applyReceipt,
  applyRest,
  NO_CONVERSATIONS,
  type Inbox,
} from './conversations.ts'

const CID = { _id: idOf(777), userName: 'cid' }
const fromCid = (nth: number) => someMessage(nth, { sender: CID, recipient: ADA })
const LIST = listed({ next: null })

test('a new message brings its conversation to the top, and counts', () => {
  const { inbox, isSure } = applyMessage(LIST, ADA._id, fromCid(20), false)
  expect(gistOf(inbox)).toEqual(['cid 20 (1)', 'bob 10 (2)'])
  expect([inbox.unread, isSure]).toEqual([3, true])
})

test('what the member writes, or has before their eyes, does not count', () => {
  const own = applyMessage(LIST, ADA._id, someMessage(20, { sender: ADA }), false)
  const seen = applyMessage(LIST, ADA._id, fromCid(20), true)
  expect([own.inbox.unread, seen.inbox.unread]).toEqual([2, 2])
})

test('the same message twice counts once', () => {
  const once = applyMessage(LIST, ADA._id, fromCid(20), false)
  const twice = applyMessage(once.inbox, ADA._id, fromCid(20), false)
  expect(gistOf(twice.inbox)).toEqual(gistOf(once.inbox))
})

test('a message that comes late leaves the list unsure', () => {
  expect(applyMessage(LIST, ADA._id, someMessage(9), false)).toEqual({ inbox: LIST, isSure: false })
  expect(applyMessage(LIST, ADA._id, someMessage(9, { sender: ADA }), false).isSure).toBe(true)
})

test('a conversation that is not in the list is put there, and the list is asked for', () => {
  const message = someMessage(30, { sender: { _id: idOf(778) }, recipient: ADA })
  const { inbox, isSure } = applyMessage(LIST, ADA._id, message, false)
  expect([inbox.conversations.length, isSure]).toEqual([3, false])
})

test('whoever reads the last message has read them all', () => {
  const about = { messageId: idOf(10), timestamp: momentOf(50) }
  const read = applyReceipt(LIST, ADA._id, { type: 'message_read', ...about }, false)
  expect([gistOf(read.inbox), read.isSure]).toEqual([['bob 10 (0)', 'cid 5 (0)'], true])
  const delivered = applyReceipt(LIST, ADA._id, { type: 'message_delivered', ...about }, false)
  expect(delivered.inbox.unread).toBe(2)
})

test('of a message that is not the last it is not known how many are left', () => {
  const about = { type: 'message_read', messageId: idOf(9), timestamp: momentOf(50) } as const
  expect(applyReceipt(LIST, ADA._id, about, false).isSure).toBe(false)
  expect(applyReceipt(LIST, ADA._id, about, true).isSure).toBe(true)
})

test('one’s own reading takes the number away', () => {
  const read = applyReading(LIST, BOB._id, idOf(10))
  expect([read.inbox.unread, read.isSure]).toEqual([0, true])
  expect(applyReading(LIST, BOB._id, idOf(9)).isSure).toBe(false)
})

test('a conversation that is taken away stays away, until something new is said', () => {
  const { inbox } = applyDeletion(LIST, BOB._id, idOf(10))
  expect([gistOf(inbox), inbox.unread]).toEqual([['cid 5 (0)'], 0])
  expect(applyMessage(inbox, ADA._id, someMessage(9), false)).toEqual({ inbox, isSure: true })
  const back = applyMessage(inbox, ADA._id, someMessage(11), false)
  expect(gistOf(back.inbox)).toEqual(['bob 11 (1)', 'cid 5 (0)'])
  expect(applyDeletion(back.inbox, BOB._id, idOf(10)).inbox).toBe(back.inbox)
})

test('the rest of the list follows, and brings nobody twice', () => {
  const dora = someConversation(someMessage(3, { sender: { _id: idOf(779) }, recipient: ADA }))
  const known = someConversation(fromCid(5))
  const rest = applyRest(listed({ next: 'more' }), {
    ...{ conversations: [known, dora], unread: 4, next: null },
  })
  expect(rest.conversations).toHaveLength(3)
  expect([rest.unread, rest.next]).toEqual([4, null])
})

function listed({ next }: { next: string | null }): Inbox {
  const conversations = [someConversation(someMessage(10), 2), someConversation(fromCid(5))]
  return applyList(NO_CONVERSATIONS, { conversations, unread: 2, next })
}

function gistOf({ conversations }: Inbox): string[] {
  return conversations.map(({ peer, lastMessage, unreadCount }) => {
    const nth = Number(lastMessage._id.slice(-12))
    return `${peer.userName ?? ''} ${nth} (${unreadCount})`
  })
}
