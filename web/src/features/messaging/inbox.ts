import type { Conversation, Message, Participant } from '@dolph/contract/messaging'
import type { ServerEvent } from '@dolph/contract/realtime'
import { mergeMessageVersions, withReceiptTimes } from './thread.ts'

/** The conversations of a member as far as the list was read. */
export interface Inbox {
  /** The newest first. */
  conversations: Conversation[]
  /** Over all conversations, those that were not read here too. */
  unread: number
  /** Where the rest of the list starts; null when all of it is here. */
  next: string | null
  /** Up to which message a conversation was taken away while this list was held, by the other's id. */
  clearedToByPeer: Readonly<Record<string, string>>
  /** Rises with whatever is heard: a list that was asked for before may be older than that. */
  revision: number
}

/** `isSure` is false when what was heard does not say all: then the list must be fetched anew. */
export interface InboxUpdate {
  inbox: Inbox
  isComplete: boolean
}

/** A page as the server gave it. */
export interface ConversationPage {
  conversations: Conversation[]
  unread: number
  next: string | null
}

export const EMPTY_INBOX: Inbox = {
  conversations: [],
  unread: 0,
  next: null,
  clearedToByPeer: {},
  revision: 0,
}

/** The list from its beginning, as it is now. */
export function replaceConversations(now: Inbox, page: ConversationPage): Inbox {
  return { ...now, ...page }
}

/** The part of the list that follows. */
export function appendConversations(now: Inbox, page: ConversationPage): Inbox {
  const known = new Set(now.conversations.map(({ peer }) => peer._id))
  const more = page.conversations.filter(
    ({ peer, lastMessage }) =>
      !known.has(peer._id) && lastMessage._id > (now.clearedToByPeer[peer._id] ?? ''),
  )
  const conversations = [...now.conversations, ...more].toSorted(compareByNewest)
  return withNextRevision(now, { conversations, unread: page.unread, next: page.next })
}

/** `isSeen`: it appears before the eyes of the member, and counts as read. */
export function applyMessage(
  now: Inbox,
  me: string,
  message: Message,
  isSeen: boolean,
): InboxUpdate {
  const peer = getPeer(message, me)
  if (message._id <= (now.clearedToByPeer[peer._id] ?? '')) return { inbox: now, isComplete: true }
  const isUnread = message.sender._id !== me && !message.read
  const known = now.conversations.find((each) => each.peer._id === peer._id)
  if (known && message._id < known.lastMessage._id) return { inbox: now, isComplete: !isUnread }
  if (known && message._id === known.lastMessage._id) {
    const lastMessage = mergeMessageVersions(known.lastMessage, message)
    return { inbox: upsertConversation(now, { ...known, lastMessage }), isComplete: true }
  }
  const unreadCount = (known?.unreadCount ?? 0) + Number(isUnread && !isSeen)
  // A conversation that is not in the list may be a new one, or stand further down with more that is unread.
  return {
    inbox: upsertConversation(now, { peer, lastMessage: message, unreadCount }),
    isComplete: Boolean(known),
  }
}

type ReceiptEvent = Extract<ServerEvent, { type: 'message_delivered' | 'message_read' }>

/** `isOwn`: the message is known to be the member's own, so that nothing of theirs was read. */
export function applyReceipt(
  now: Inbox,
  me: string,
  event: ReceiptEvent,
  isOwn: boolean,
): InboxUpdate {
  const isRead = event.type === 'message_read'
  const known = now.conversations.find(({ lastMessage }) => lastMessage._id === event.messageId)
  // It may be one of several that were unread, or one that is still to be heard of.
  if (!known) return { inbox: now, isComplete: isOwn || !isRead }
  const lastMessage = withReceiptTimes(known.lastMessage, {
    deliveredAt: event.timestamp,
    readAt: isRead ? event.timestamp : null,
  })
  // Who has read the last has read them all.
  const isAllRead = isRead && lastMessage.sender._id !== me
  const unreadCount = isAllRead ? 0 : known.unreadCount
  return {
    inbox: upsertConversation(now, { ...known, lastMessage, unreadCount }),
    isComplete: true,
  }
}

/** The member has read what the other wrote, up to this message. */
export function applyReadMarker(now: Inbox, peerId: string, upTo: string): InboxUpdate {
  const known = now.conversations.find(({ peer }) => peer._id === peerId)
  if (!known) return { inbox: now, isComplete: now.next === null }
  return {
    inbox: upsertConversation(now, { ...known, unreadCount: 0 }),
    isComplete: known.lastMessage._id <= upTo,
  }
}

/** The member has taken a conversation away, up to this message. */
export function applyDeletion(now: Inbox, peerId: string, upTo: string): InboxUpdate {
  if (upTo <= (now.clearedToByPeer[peerId] ?? '')) return { inbox: now, isComplete: true }
  const cleared = { ...now.clearedToByPeer, [peerId]: upTo }
  const known = now.conversations.find(({ peer }) => peer._id === peerId)
  if (!known)
    return {
      inbox: withNextRevision(now, { clearedToByPeer: cleared }),
      isComplete: now.next === null,
    }
  if (known.lastMessage._id > upTo)
    return { inbox: withNextRevision(now, { clearedToByPeer: cleared }), isComplete: false }
  const conversations = now.conversations.filter((each) => each !== known)
  const unread = Math.max(0, now.unread - known.unreadCount)
  return {
    inbox: withNextRevision(now, { clearedToByPeer: cleared, conversations, unread }),
    isComplete: true,
  }
}

/** The other one of the two. */
export function getPeer({ sender, recipient }: Message, me: string): Participant {
  return sender._id === me ? recipient : sender
}

function upsertConversation(now: Inbox, conversation: Conversation): Inbox {
  const known = now.conversations.find(({ peer }) => peer._id === conversation.peer._id)
  const others = now.conversations.filter((each) => each !== known)
  return withNextRevision(now, {
    conversations: [...others, conversation].toSorted(compareByNewest),
    unread: Math.max(0, now.unread - (known?.unreadCount ?? 0) + conversation.unreadCount),
  })
}

function withNextRevision(now: Inbox, by: Partial<Inbox>): Inbox {
  return { ...now, ...by, revision: now.revision + 1 }
}

function compareByNewest(one: Conversation, other: Conversation): number {
  return one.lastMessage._id > other.lastMessage._id ? -1 : 1
}
