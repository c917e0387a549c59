import type { Conversation, Message, Participant } from '@dolph/contract/messaging/messaging'
import type { ServerEvent } from '@dolph/contract/realtime'
import type { Inbox } from '../features/messaging/receiving/inbox.ts'
import type { SyncReply } from '../features/messaging/receiving/thread.ts'
import { getMessageId, getTimestamp } from './fixtures/message-fixtures.ts'

interface Row {
  id: string
  sender: string
  recipient: string
  createdAt: number
  deliveredAt: number | null
  readAt: number | null
  changedAt: number
  content: string
  revisedAt: number | null
  isDeleted: boolean
}

interface ParticipantState {
  unread: number
  readTo: string
  clearedTo: string
}

type Publish = (memberId: string, event: ServerEvent) => void

const PAGE_SIZE = 50

/**
 * A small model of what PostgreSQL and the event bus do with messages: each change gets the next timestamp, is stored, and
 * is then published to both participants.
 */
export class ModelServer {
  private stamp = 0
  private readonly rows: Row[] = []
  private readonly participants = new Map<string, ParticipantState>()
  private readonly publish: Publish

  constructor(publish: Publish) {
    this.publish = publish
  }

  send(sender: string, recipient: string): void {
    this.stamp += 1
    const [createdAt, changedAt] = [this.stamp, this.stamp]
    const row = { id: getMessageId(this.stamp), sender, recipient, createdAt, changedAt }
    const content = `Message ${row.id}`
    this.rows.push({
      ...row,
      ...{ deliveredAt: null, readAt: null, content, revisedAt: null, isDeleted: false },
    })
    this.getParticipant(recipient, sender).unread += 1
    this.resend(sender, this.rows.length - 1)
  }

  /** The sender sends a message again whose acknowledgement was lost: it is published once more. */
  resend(sender: string, index: number): void {
    const row = this.rows[index % this.rows.length]
    if (row?.sender !== sender) return
    this.publishToBoth(row, { type: 'new_message', message: toMessage(row) })
  }

  deliver(member: string, index: number): void {
    const row = this.rows[index % this.rows.length]
    if (row?.recipient !== member || row.deliveredAt !== null) return
    this.stamp += 1
    row.deliveredAt = row.changedAt = this.stamp
    const timestamp = getTimestamp(this.stamp)
    this.publishToBoth(row, { type: 'message_delivered', messageId: row.id, timestamp })
  }

  read(member: string, peer: string, index: number): void {
    const state = this.getParticipant(member, peer)
    const upTo = this.rows[index % this.rows.length]?.id ?? ''
    const from = state.readTo > state.clearedTo ? state.readTo : state.clearedTo
    for (const row of this.rows) {
      const isUnread = row.sender === peer && row.recipient === member && row.readAt === null
      if (!isUnread || row.id > upTo || row.id <= from) continue
      this.stamp += 1
      row.readAt = row.changedAt = this.stamp
      row.deliveredAt ??= this.stamp
      state.unread -= 1
      state.readTo = row.id
      const timestamp = getTimestamp(this.stamp)
      this.publishToBoth(row, { type: 'message_read', messageId: row.id, timestamp })
    }
  }

  /** The sender edits or deletes a message; one that was deleted stays so. */
  revise(sender: string, index: number, kind: 'edit' | 'delete'): void {
    const row = this.rows[index % this.rows.length]
    if (row?.sender !== sender || row.isDeleted) return
    this.stamp += 1
    row.revisedAt = row.changedAt = this.stamp
    row.content = kind === 'edit' ? `Edited at ${this.stamp}` : 'Message deleted'
    row.isDeleted = kind === 'delete'
    if (row.isDeleted && row.readAt === null) {
      row.readAt = this.stamp
      row.deliveredAt ??= this.stamp
      const state = this.getParticipant(row.recipient, sender)
      if (row.id > state.clearedTo) state.unread -= 1
    }
    this.publishToBoth(row, { type: 'message_changed', message: toMessage(row) })
  }

  clear(member: string, peer: string): void {
    const last = this.listVisible(member, peer).at(-1)
    if (!last) return
    const state = this.getParticipant(member, peer)
    state.clearedTo = last.id
    state.unread = 0
    this.publish(member, { type: 'conversation_deleted', userId: peer, upTo: last.id })
  }

  sync(member: string, peer: string, since: string | null, limit: number): SyncReply {
    const clearedTo = this.getParticipant(member, peer).clearedTo || null
    const all = this.listBetween(member, peer)
    if (all.length === 0) return { messages: [], syncTime: null, hasMore: false, clearedTo }
    const last = Math.max(...all.map(({ changedAt }) => changedAt))
    const visible = this.listVisible(member, peer)
    if (since === null || since > getTimestamp(last)) {
      const messages = visible.slice(-PAGE_SIZE).map(toMessage)
      return { messages, syncTime: getTimestamp(last), hasMore: false, clearedTo }
    }
    const changes = visible
      .filter(({ changedAt }) => getTimestamp(changedAt) > since)
      .toSorted((one, other) => one.changedAt - other.changedAt)
    const page = changes.slice(0, limit)
    const hasMore = changes.length > page.length
    const syncTime = getTimestamp(hasMore ? (page.at(-1)?.changedAt ?? last) : last)
    return { messages: page.map(toMessage), syncTime, hasMore, clearedTo }
  }

  /** Newest first, as a page is. */
  listBefore(member: string, peer: string, id: string): Message[] {
    const older = this.listVisible(member, peer).filter((row) => row.id < id)
    return older.slice(-PAGE_SIZE).map(toMessage).toReversed()
  }

  listThread(member: string, peer: string): Message[] {
    return this.listVisible(member, peer).map(toMessage)
  }

  getInbox(member: string, peers: string[]): Pick<Inbox, 'conversations' | 'unread' | 'next'> {
    const conversations = peers
      .flatMap((peer): Conversation[] => {
        const last = this.listVisible(member, peer).at(-1)
        const unreadCount = this.getParticipant(member, peer).unread
        return last
          ? [{ peer: toParticipant(peer), lastMessage: toMessage(last), unreadCount }]
          : []
      })
      .toSorted((one, other) => (one.lastMessage._id > other.lastMessage._id ? -1 : 1))
    const unread = conversations.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
    return { conversations, unread, next: null }
  }

  getClearedTo(member: string, peer: string): string | null {
    return this.getParticipant(member, peer).clearedTo || null
  }

  private publishToBoth(row: Row, event: ServerEvent): void {
    this.publish(row.sender, event)
    this.publish(row.recipient, event)
  }

  private getParticipant(member: string, peer: string): ParticipantState {
    const key = `${member}:${peer}`
    const state = this.participants.get(key) ?? { unread: 0, readTo: '', clearedTo: '' }
    this.participants.set(key, state)
    return state
  }

  private listBetween(one: string, other: string): Row[] {
    return this.rows.filter(
      ({ sender, recipient }) =>
        (sender === one && recipient === other) || (sender === other && recipient === one),
    )
  }

  private listVisible(member: string, peer: string): Row[] {
    const { clearedTo } = this.getParticipant(member, peer)
    return this.listBetween(member, peer).filter(({ id }) => id > clearedTo)
  }
}

function toMessage(row: Row): Message {
  const { id, sender, recipient, createdAt, deliveredAt, readAt, content, revisedAt } = row
  return {
    _id: id,
    content,
    sender: toParticipant(sender),
    recipient: toParticipant(recipient),
    createdAt: getTimestamp(createdAt),
    delivered: deliveredAt !== null,
    deliveredAt: deliveredAt === null ? null : getTimestamp(deliveredAt),
    read: readAt !== null,
    readAt: readAt === null ? null : getTimestamp(readAt),
    ...(revisedAt !== null && {
      revisedAt: getTimestamp(revisedAt),
      ...(row.isDeleted ? { deletedBy: 'sender' as const } : { editedAt: getTimestamp(revisedAt) }),
    }),
  }
}

function toParticipant(_id: string): Participant {
  return { _id }
}
