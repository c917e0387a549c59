import type { Conversation, Message, Participant } from '@dolph/contract/messaging/messaging'
import type { ServerEvent } from '@dolph/contract/realtime'
import { mergeMessageVersions, withReceiptTimes } from './thread.ts'

/** The conversations of a member, as many as were loaded. */
export interface Inbox {
  /** Newest first. */
  conversations: Conversation[]
  /** Unread messages in all conversations, also in those that are not loaded. */
  unread: number
  /** The cursor of the next page; null when everything is loaded. */
  next: string | null
  /** The newest deleted message of each conversation deleted while this list is cached, by the peer's id. */
  clearedToByPeer: Readonly<Record<string, string>>
  /** Increases with every local change of the list, so that a list requested before it is recognized as outdated. */
  revision: number
}

/** `needsRefetch` is true when an event does not determine the new state of the list. */
export interface InboxUpdate {
  inbox: Inbox
  needsRefetch: boolean
}

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

/** Replaces the list with a fresh one that starts at its beginning. */
export function replaceConversations(inbox: Inbox, page: ConversationPage): Inbox {
  return { ...inbox, ...page }
}

/** Adds the next page to the list. */
export function appendConversations(inbox: Inbox, page: ConversationPage): Inbox {
  const existingIds = new Set(inbox.conversations.map(({ peer }) => peer._id))
  const newConversations = page.conversations.filter(
    ({ peer, lastMessage }) =>
      !existingIds.has(peer._id) && lastMessage._id > (inbox.clearedToByPeer[peer._id] ?? ''),
  )
  const conversations = [...inbox.conversations, ...newConversations].toSorted(compareByNewest)
  return withNextRevision(inbox, { conversations, unread: page.unread, next: page.next })
}

/** `isSeen`: the member has the conversation on screen, so the message does not count as unread. */
export function applyMessage(
  inbox: Inbox,
  me: string,
  message: Message,
  isSeen: boolean,
): InboxUpdate {
  const peer = getPeer(message, me)
  if (message._id <= (inbox.clearedToByPeer[peer._id] ?? '')) return { inbox, needsRefetch: false }
  const isUnread = message.sender._id !== me && !message.read
  const existing = inbox.conversations.find((each) => each.peer._id === peer._id)
  if (existing && message._id < existing.lastMessage._id) return { inbox, needsRefetch: isUnread }
  if (existing && message._id === existing.lastMessage._id) {
    const lastMessage = mergeMessageVersions(existing.lastMessage, message)
    return { inbox: upsertConversation(inbox, { ...existing, lastMessage }), needsRefetch: false }
  }
  const unreadCount = (existing?.unreadCount ?? 0) + Number(isUnread && !isSeen)
  // A conversation missing from the list may be new, or be further down with more unread messages.
  return {
    inbox: upsertConversation(inbox, { peer, lastMessage: message, unreadCount }),
    needsRefetch: !existing,
  }
}

/** Applies that a message was edited, deleted or hidden, or got a reaction. */
export function applyChange(inbox: Inbox, me: string, message: Message): InboxUpdate {
  const existing = inbox.conversations.find(({ lastMessage }) => lastMessage._id === message._id)
  // A deleted message of the peer may have been an unread one.
  const needsRefetch = message.deletedBy !== undefined && message.sender._id !== me
  if (!existing) return { inbox, needsRefetch }
  const lastMessage = mergeMessageVersions(existing.lastMessage, message)
  return { inbox: upsertConversation(inbox, { ...existing, lastMessage }), needsRefetch }
}

type ReceiptEvent = Extract<ServerEvent, { type: 'message_delivered' | 'message_read' }>

/** `isOwn`: the member sent the message, so a read receipt does not lower their own unread count. */
export function applyReceipt(
  inbox: Inbox,
  me: string,
  event: ReceiptEvent,
  isOwn: boolean,
): InboxUpdate {
  const isRead = event.type === 'message_read'
  const existing = inbox.conversations.find(
    ({ lastMessage }) => lastMessage._id === event.messageId,
  )
  // The message may be one of several unread ones, or one whose event has not arrived yet.
  if (!existing) return { inbox, needsRefetch: isRead && !isOwn }
  const lastMessage = withReceiptTimes(existing.lastMessage, {
    deliveredAt: event.timestamp,
    readAt: isRead ? event.timestamp : null,
  })
  // Reading the last message reads all before it.
  const isAllRead = isRead && lastMessage.sender._id !== me
  const unreadCount = isAllRead ? 0 : existing.unreadCount
  return {
    inbox: upsertConversation(inbox, { ...existing, lastMessage, unreadCount }),
    needsRefetch: false,
  }
}

/** Applies that the member has read the peer's messages up to this one. */
export function applyReadMarker(inbox: Inbox, peerId: string, upTo: string): InboxUpdate {
  const existing = inbox.conversations.find(({ peer }) => peer._id === peerId)
  if (!existing) return { inbox, needsRefetch: inbox.next !== null }
  return {
    inbox: upsertConversation(inbox, { ...existing, unreadCount: 0 }),
    needsRefetch: existing.lastMessage._id > upTo,
  }
}

/** Applies that the member has deleted the conversation up to this message. */
export function applyDeletion(inbox: Inbox, peerId: string, upTo: string): InboxUpdate {
  if (upTo <= (inbox.clearedToByPeer[peerId] ?? '')) return { inbox, needsRefetch: false }
  const clearedToByPeer = { ...inbox.clearedToByPeer, [peerId]: upTo }
  const existing = inbox.conversations.find(({ peer }) => peer._id === peerId)
  if (!existing)
    return {
      inbox: withNextRevision(inbox, { clearedToByPeer }),
      needsRefetch: inbox.next !== null,
    }
  if (existing.lastMessage._id > upTo)
    return { inbox: withNextRevision(inbox, { clearedToByPeer }), needsRefetch: true }
  const conversations = inbox.conversations.filter((each) => each !== existing)
  const unread = Math.max(0, inbox.unread - existing.unreadCount)
  return {
    inbox: withNextRevision(inbox, { clearedToByPeer, conversations, unread }),
    needsRefetch: false,
  }
}

/** The participant who is not this member. */
export function getPeer({ sender, recipient }: Message, me: string): Participant {
  return sender._id === me ? recipient : sender
}

function upsertConversation(inbox: Inbox, conversation: Conversation): Inbox {
  const existing = inbox.conversations.find(({ peer }) => peer._id === conversation.peer._id)
  const others = inbox.conversations.filter((each) => each !== existing)
  return withNextRevision(inbox, {
    conversations: [...others, conversation].toSorted(compareByNewest),
    unread: Math.max(0, inbox.unread - (existing?.unreadCount ?? 0) + conversation.unreadCount),
  })
}

function withNextRevision(inbox: Inbox, changes: Partial<Inbox>): Inbox {
  return { ...inbox, ...changes, revision: inbox.revision + 1 }
}

function compareByNewest(one: Conversation, other: Conversation): number {
  return one.lastMessage._id > other.lastMessage._id ? -1 : 1
}
