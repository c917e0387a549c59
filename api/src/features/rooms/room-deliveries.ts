import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import type { Bus } from '../../platform/realtime/bus.ts'
import { deliverySeconds, missedMessages, parseSentTime } from '../messaging/message-metrics.ts'
import type { RecentRoomMessage } from '../messaging/recent-messages.ts'
import { formatRoomMessageEvent, parseRoomDelivery } from './events.ts'
import { joinSender, roomMessageJson } from './room-json.ts'

/** A poll for missed messages looks back at most this long. */
const REMEMBERED_MS = 30_000

interface ConnectedSockets {
  /** Whether one of the members has a socket here. */
  pushToAll(memberIds: readonly string[], event: string): boolean
}

interface DeliveryDeps {
  db: Database
  bus: Bus
}

/**
 * Brings the messages of rooms to the sockets of this process. Each message names those who get it, as the transaction that stored it found
 * them: a process remembers no list of members, which could be old.
 */
export class RoomDeliveries {
  readonly #db: Database
  readonly #sockets: ConnectedSockets
  /** At most those of twice `REMEMBERED_MS`, in two parts. */
  #received = new Set<string>()
  #receivedBefore = new Set<string>()
  #rotatedAt = Date.now()

  constructor({ db, bus }: DeliveryDeps, sockets: ConnectedSockets) {
    this.#db = db
    this.#sockets = sockets
    bus.subscribeTo('rooms', (_, published) => this.#deliver(published))
  }

  /** A process that received a message over the bus is done with it; for others, those who are in the room now get it. */
  async deliverMissed(messages: readonly RecentRoomMessage[]): Promise<void> {
    const missed = messages.filter(({ messageId }) => !this.#isReceived(messageId))
    if (missed.length === 0) return
    const rows = await missedRoomMessagesStatement.run(this.#db, {
      messageIds: missed.map(({ messageId }) => messageId),
    })
    for (const { messageId, json, recipientIds } of rows) {
      // It may have come over the bus during the query.
      if (this.#isReceived(messageId)) continue
      this.#remember(messageId)
      if (this.#sockets.pushToAll(recipientIds, formatRoomMessageEvent(json))) {
        missedMessages.total += 1
        observeDelivery('poll', messageId)
      }
    }
  }

  #deliver(published: string): void {
    const delivery = parseRoomDelivery(published)
    if (!delivery) return
    const { messageId, recipientIds, event } = delivery
    if (messageId !== null) this.#remember(messageId)
    if (this.#sockets.pushToAll(recipientIds, event) && messageId !== null)
      observeDelivery('bus', messageId)
  }

  #isReceived(messageId: string): boolean {
    return this.#received.has(messageId) || this.#receivedBefore.has(messageId)
  }

  /** Drops old ids here and not in polls, because a process without members receives messages and does not poll. */
  #remember(messageId: string): void {
    const now = Date.now()
    if (now - this.#rotatedAt >= REMEMBERED_MS) {
      this.#receivedBefore = this.#received
      this.#received = new Set()
      this.#rotatedAt = now
    }
    this.#received.add(messageId)
  }
}

interface MissedRoomMessage {
  messageId: string
  json: string
  recipientIds: string[]
}

/** Lines are not pushed: the event `room_changed` announces them. */
export const missedRoomMessagesStatement = prepareStatement<
  { messageIds: string[] },
  MissedRoomMessage
>((placeholder) =>
  toCompilable(sql`
    select message.id as "messageId", ${roomMessageJson}::text as json, array(
      select member_id from room_members
      where room_id = message.conversation_id and left_at is null and from_id < message.id) as "recipientIds"
    from unnest(${placeholder('messageIds')}::uuid[]) as missed (id)
    cross join lateral (
      select * from messages where shard = shard_of(missed.id) and messages.id = missed.id) as message ${joinSender}
    where message.line is null
    order by message.id`),
)

/** Never negative: the clock of the database may be ahead of ours. */
function observeDelivery(way: 'bus' | 'poll', messageId: string): void {
  deliverySeconds[way].observe(Math.max(0, Date.now() - parseSentTime(messageId)) / 1_000)
}
