import type { QueryKey } from '@tanstack/react-query'
import { connection, type ServerEventOf } from '../../realtime/connection.ts'
import type { MemberSession, MemberState } from '../accounts/session/member-session.ts'
import { conversationListKey, syncKey, threadQuery } from './message-queries.ts'
import { PresenceStore } from './presence/presence-store.ts'
import { TypingStore } from './presence/typing-store.ts'
import { DeliveryReceipts } from './receiving/delivery-receipts.ts'
import { applyDeletion, applyReceipt } from './receiving/inbox.ts'
import { MessageCache } from './receiving/message-cache.ts'
import { MessageSound } from './receiving/message-sound.ts'
import { ReadReporter } from './receiving/read-reporter.ts'
import { isUndelivered } from './receiving/thread.ts'
import { VisibleConversations } from './receiving/visible-conversations.ts'
import { createRoomTarget, isRoomKey } from '../rooms/room-target.ts'
import { createPeerTarget } from './sending/deliver-message.ts'
import { Outboxes } from './sending/outboxes.ts'

const TYPING_REPEAT_MS = 2000

/** Everything this tab holds about the messages of the signed-in member. It lives as long as the member's session. */
export class MessagingClient implements MemberState {
  readonly me: string
  readonly presence = new PresenceStore()
  readonly typing = new TypingStore({
    send: (recipientId, isTyping) => connection.send({ type: 'typing', recipientId, isTyping }),
    repeatIntervalMs: TYPING_REPEAT_MS,
  })
  readonly receipts = new DeliveryReceipts()
  readonly visibleConversations = new VisibleConversations()
  readonly cache: MessageCache
  readonly readReporter: ReadReporter
  readonly outboxes: Outboxes
  readonly #session: MemberSession
  readonly sound = new MessageSound()

  constructor(session: MemberSession) {
    this.me = session.memberId
    this.cache = new MessageCache(session.client, this.me, this.visibleConversations)
    this.readReporter = new ReadReporter(session, this.cache, this.visibleConversations)
    this.outboxes = new Outboxes(session, (key) =>
      isRoomKey(key) ? createRoomTarget(session, key) : createPeerTarget(session, this.cache, key),
    )
    this.#session = session
  }

  /** Applies the events of the connection, and sends what waits to be sent, until the returned function is called. */
  start(): () => void {
    const unsubscribes = [
      connection.on('new_message', (event) => this.#receiveMessage(event)),
      connection.on('message_changed', ({ message }) => {
        if ('recipient' in message) this.cache.mergeChange(message)
      }),
      connection.on('message_delivered', (event) => this.#applyReceipt(event)),
      connection.on('message_read', (event) => this.#applyReceipt(event)),
      connection.on('conversation_deleted', (event) => {
        this.cache.applyEventToThreads(event)
        this.cache.updateInbox((inbox) => applyDeletion(inbox, event.userId, event.upTo))
      }),
      connection.on('typing', (event) => this.typing.setPeerTyping(event.userId, event.isTyping)),
      connection.on('user_status', ({ userId, status, lastSeen }) =>
        this.presence.update(userId, { isOnline: status === 'online', lastSeen }),
      ),
      connection.subscribe(() => this.#handleConnectionChange()),
    ]
    const resume = () => this.outboxes.resumeAll()
    window.addEventListener('online', resume)
    this.outboxes.startStored()

    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      window.removeEventListener('online', resume)
      this.typing.reset()
      this.presence.reset()
      this.receipts.reset()
      this.outboxes.stopRetrying()
    }
  }

  close(): void {
    this.cache.cancelListRefresh()
  }

  #receiveMessage({ message, tempId, isMissed }: ServerEventOf<'new_message'>): void {
    if (tempId !== undefined) this.outboxes.removeAcknowledged(tempId)
    this.cache.mergeMessage(message, tempId)
    if (isUndelivered(message, this.me)) this.receipts.add([message])
    if (message.sender._id === this.me) return
    this.typing.setPeerTyping(message.sender._id, false)
    if (!message.read && !isMissed) void this.sound.play(message._id)
  }

  #applyReceipt(event: ServerEventOf<'message_delivered' | 'message_read'>): void {
    this.receipts.remove(event.messageId)
    this.cache.applyEventToThreads(event)
    const isOwn = this.cache.isOwnMessage(event.messageId)
    this.cache.updateInbox((inbox) => applyReceipt(inbox, this.me, event, isOwn))
  }

  #handleConnectionChange(): void {
    if (connection.getState() !== 'connected') {
      this.typing.reset()
      this.presence.reset()
      this.receipts.requeueUnconfirmed()
      return
    }
    this.#requestMissedEvents()
    // A sync request brings no deletions and no time to continue from, so everything is refetched besides.
    void this.#cancelAndRefetch(syncKey(this.me))
    void this.#cancelAndRefetch(conversationListKey(this.me))
    this.receipts.sendPending()
    this.outboxes.resumeAll()
  }

  /** Requests the events that the conversations on screen missed. One without a sync time gets all with its first sync. */
  #requestMissedEvents(): void {
    const { client } = this.#session
    const filters = { queryKey: syncKey(this.me), type: 'active' } as const
    for (const { queryKey } of client.getQueryCache().findAll(filters)) {
      const peerId = String(queryKey.at(-1))
      const lastSyncTime = client.getQueryData(threadQuery(this.me, peerId).queryKey)?.syncTime
      if (lastSyncTime == null) continue
      connection.send({ type: 'sync_request', conversationWith: peerId, lastSyncTime })
    }
  }

  /** Cancels first: a reply under way may be older than the events missed, and a first fetch would not be repeated. */
  async #cancelAndRefetch(queryKey: QueryKey): Promise<void> {
    const { client } = this.#session
    await client.cancelQueries({ queryKey })
    await client.invalidateQueries({ queryKey })
  }
}
