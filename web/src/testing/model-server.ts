import type { Conversation, Message, Party } from '@dolph/contract/messaging'
import type { ServerEvent } from '@dolph/contract/realtime'
import type { Inbox } from '../features/messaging/conversations.ts'
import type { Synced } from '../features/messaging/thread.ts'
import { idOf, momentOf } from './some-message.ts'

interface Row {
  id: string
  sender: string
  recipient: string
  createdAt: number
  deliveredAt: number | null
  readAt: number | null
  changedAt: number
}

interface Side {
  unread: number
  readTo: string
  clearedTo: string
}

type Publish = (memberId: string, event: ServerEvent) => void

const PAGE = 50

/**
 * What PostgreSQL and the bus do with messages, small enough to be seen through: each change gets the next stamp,
 * is kept, and is then told to both.
 */
export class ModelServer {
  private stamp = 0
  private readonly rows: Row[] = []
  private readonly sides = new Map<string, Side>()
  private readonly publish: Publish

  constructor(publish: Publish) {
    this.publish = publish
  }

  send(sender: string, recipient: string): void {
    this.stamp += 1
    const [createdAt, changedAt] = [this.stamp, this.stamp]
    const row = { id: idOf(this.stamp), sender, recipient, createdAt, changedAt }
    this.rows.push({ ...row, deliveredAt: null, readAt: null })
    this.side(recipient, sender).unread += 1
    this.repeat(sender, this.rows.length - 1)
  }

  /** The sender was not sure and has sent the `nth` message again: both hear of it once more. */
  repeat(sender: string, nth: number): void {
    const row = this.rows[nth % this.rows.length]
    if (row?.sender !== sender) return
    this.tell(row, { type: 'new_message', message: messageOf(row) })
  }

  deliver(member: string, nth: number): void {
    const row = this.rows[nth % this.rows.length]
    if (row?.recipient !== member || row.deliveredAt !== null) return
    this.stamp += 1
    row.deliveredAt = row.changedAt = this.stamp
    const timestamp = momentOf(this.stamp)
    this.tell(row, { type: 'message_delivered', messageId: row.id, timestamp })
  }

  read(member: string, peer: string, nth: number): void {
    const side = this.side(member, peer)
    const upTo = this.rows[nth % this.rows.length]?.id ?? ''
    const from = side.readTo > side.clearedTo ? side.readTo : side.clearedTo
    for (const row of this.rows) {
      const isMeant = row.sender === peer && row.recipient === member && row.readAt === null
      if (!isMeant || row.id > upTo || row.id <= from) continue
      this.stamp += 1
      row.readAt = row.changedAt = this.stamp
      row.deliveredAt ??= this.stamp
      side.unread -= 1
      side.readTo = row.id
      const timestamp = momentOf(this.stamp)
      this.tell(row, { type: 'message_read', messageId: row.id, timestamp })
    }
  }

  clear(member: string, peer: string): void {
    const last = this.visible(member, peer).at(-1)
    if (!last) return
    const side = this.side(member, peer)
    side.clearedTo = last.id
    side.unread = 0
    this.publish(member, { type: 'conversation_deleted', userId: peer, upTo: last.id })
  }

  sync(member: string, peer: string, since: string | null, most: number): Synced {
    const clearedTo = this.side(member, peer).clearedTo || null
    const all = this.between(member, peer)
    if (all.length === 0) return { messages: [], syncTime: null, hasMore: false, clearedTo }
    const last = Math.max(...all.map(({ changedAt }) => changedAt))
    const seen = this.visible(member, peer)
    if (since === null || since > momentOf(last)) {
      const messages = seen.slice(-PAGE).map(messageOf)
      return { messages, syncTime: momentOf(last), hasMore: false, clearedTo }
    }
    const changes = seen
      .filter(({ changedAt }) => momentOf(changedAt) > since)
      .toSorted((one, other) => one.changedAt - other.changedAt)
    const page = changes.slice(0, most)
    const hasMore = changes.length > page.length
    const syncTime = momentOf(hasMore ? (page.at(-1)?.changedAt ?? last) : last)
    return { messages: page.map(messageOf), syncTime, hasMore, clearedTo }
  }

  /** Newest first, as a page is. */
  before(member: string, peer: string, id: string): Message[] {
    const older = this.visible(member, peer).filter((row) => row.id < id)
    return older.slice(-PAGE).map(messageOf).toReversed()
  }

  thread(member: string, peer: string): Message[] {
    return this.visible(member, peer).map(messageOf)
  }

  inbox(member: string, peers: string[]): Pick<Inbox, 'conversations' | 'unread' | 'next'> {
    const conversations = peers
      .flatMap((peer): Conversation[] => {
        const last = this.visible(member, peer).at(-1)
        const unreadCount = this.side(member, peer).unread
        return last ? [{ peer: party(peer), lastMessage: messageOf(last), unreadCount }] : []
      })
      .toSorted((one, other) => (one.lastMessage._id > other.lastMessage._id ? -1 : 1))
    const unread = conversations.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
    return { conversations, unread, next: null }
  }

  clearedTo(member: string, peer: string): string | null {
    return this.side(member, peer).clearedTo || null
  }

  private tell(row: Row, event: ServerEvent): void {
    this.publish(row.sender, event)
    this.publish(row.recipient, event)
  }

  private side(member: string, peer: string): Side {
    const name = `${member}:${peer}`
    const side = this.sides.get(name) ?? { unread: 0, readTo: '', clearedTo: '' }
    this.sides.set(name, side)
    return side
  }

  private between(one: string, other: string): Row[] {
    return this.rows.filter(
      ({ sender, recipient }) =>
        (sender === one && recipient === other) || (sender === other && recipient === one),
    )
  }

  private visible(member: string, peer: string): Row[] {
    const { clearedTo } = this.side(member, peer)
    return this.between(member, peer).filter(({ id }) => id > clearedTo)
  }
}

function messageOf({ id, sender, recipient, createdAt, deliveredAt, readAt }: Row): Message {
  return {
    _id: id,
    content: `Said ${id}`,
    sender: party(sender),
    recipient: party(recipient),
    createdAt: momentOf(createdAt),
    delivered: deliveredAt !== null,
    deliveredAt: deliveredAt === null ? null : momentOf(deliveredAt),
    read: readAt !== null,
    readAt: readAt === null ? null : momentOf(readAt),
  }
}

function party(_id: string): Party {
  return { _id }
}
