import type { Database } from '../../platform/db/database.ts'
import { observeDuration } from '../../platform/telemetry/process-metrics.ts'
import { parseMessageId, formatNewMessageEvent } from './events.ts'
import { selectChanges } from './conversations/conversation-queries.ts'
import { deliverySeconds, missedMessages, parseSentTime, pollSeconds } from './message-metrics.ts'
import {
  selectRecentMessages,
  type ConnectedMembers,
  type RecentMessage,
  type RecentRoomMessage,
} from './recent-messages.ts'

/** Overlap with the previous poll, for commits that were slow. */
const POLL_OVERLAP_MS = 6_000
/** The farthest that a poll looks back, which bounds its cost after failed polls. */
const LOOKBACK_MAX_MS = 30_000
/** Messages younger than this are skipped, because Redis may still deliver them. */
const SETTLE_DELAY_MS = 500

interface PollerDeps {
  db: Database
  bus: { readonly isConnected: boolean }
}

/** Delivers the messages of rooms that this process did not receive over the bus. */
interface MissedRoomMessages {
  deliverMissed(messages: readonly RecentRoomMessage[]): Promise<void>
}

interface ConnectedSockets extends ConnectedMembers {
  push(memberId: string, event: string): void
}

/**
 * Finds messages to the connected members of this process that the bus did not deliver, because their publisher died or
 * Redis is down. Either failure delays a message and loses none.
 */
export class MissedMessagePoller {
  readonly #deps: PollerDeps
  readonly #sockets: ConnectedSockets
  readonly #rooms: MissedRoomMessages
  #deliveredRecently = new Set<string>()
  #deliveredPreviously = new Set<string>()
  #rotatedAt = Date.now()
  #polledAt = Date.now()

  constructor(deps: PollerDeps, sockets: ConnectedSockets, rooms: MissedRoomMessages) {
    this.#deps = deps
    this.#sockets = sockets
    this.#rooms = rooms
  }

  recordDelivered(memberId: string, event: string): void {
    const messageId = parseMessageId(event)
    if (messageId === null) return
    this.#deliveredRecently.add(memberId + messageId)
    observeDelivery('bus', messageId)
  }

  async poll(): Promise<void> {
    const now = Date.now()
    this.#rotateDelivered(now)
    if (this.#sockets.memberCount > 0)
      await observeDuration(pollSeconds, () => this.#pollSince(this.#polledAt, now))
    this.#polledAt = now
  }

  async #pollSince(polledAt: number, now: number): Promise<void> {
    const { db, bus } = this.#deps
    const { messages, roomMessages } = await selectRecentMessages(db, this.#sockets, {
      lookbackMs: Math.min(LOOKBACK_MAX_MS, POLL_OVERLAP_MS + now - polledAt),
      minAgeMs: bus.isConnected ? SETTLE_DELAY_MS : 0,
    })
    // The oldest missed message of each conversation; one query reads it and all after it.
    const missed = new Map<string, RecentMessage>()
    for (const message of messages) {
      const key = message.memberId + message.peerId
      const oldest = missed.get(key)
      if (this.#isDelivered(message.memberId, message.messageId)) continue
      if (!oldest || message.messageId < oldest.messageId) missed.set(key, message)
    }
    for (const message of missed.values()) await this.#deliverMissed(message)
    await this.#rooms.deliverMissed(roomMessages)
  }

  async #deliverMissed({ memberId, peerId, messageId }: RecentMessage): Promise<void> {
    const since = new Date(parseSentTime(messageId) - 1).toISOString()
    const result = await selectChanges(this.#deps.db, { memberId, peerId, since })
    for (const { _id, json } of result?.changes ?? []) {
      if (_id < messageId || this.#isDelivered(memberId, _id)) continue
      this.#deliveredRecently.add(memberId + _id)
      this.#sockets.push(memberId, formatNewMessageEvent(json))
      missedMessages.total += 1
      observeDelivery('poll', _id)
    }
  }

  #isDelivered(memberId: string, messageId: string): boolean {
    return (
      this.#deliveredRecently.has(memberId + messageId) ||
      this.#deliveredPreviously.has(memberId + messageId)
    )
  }

  /** Keeps the ids of delivered messages for at least as long as a poll looks back. */
  #rotateDelivered(now: number): void {
    if (now - this.#rotatedAt < LOOKBACK_MAX_MS) return
    this.#deliveredPreviously = this.#deliveredRecently
    this.#deliveredRecently = new Set()
    this.#rotatedAt = now
  }
}

/** Never negative: the clock of the database may be ahead of ours. */
function observeDelivery(way: 'bus' | 'poll', messageId: string): void {
  deliverySeconds[way].observe(Math.max(0, Date.now() - parseSentTime(messageId)) / 1_000)
}
