import { setTimeout as wait } from 'node:timers/promises'
import {
  connectSocket,
  sendAuthEvent,
  sendEvent,
  type ServerEvent,
} from '@dolph/bench/live/websocket-client'
import type { WebSocket } from 'ws'
import { decideReconnect } from '../../../web/src/realtime/reconnect.ts'
import type { Recipient, SendHistory, SendRecord } from './send-history.ts'
import { callApi, type ApiSession } from './call-api.ts'
import { SimulatedRooms, type RoomCopy } from './simulated-rooms.ts'

const ACKNOWLEDGEMENT_TIMEOUT_MS = 5_000
const SYNC_INTERVAL_MS = 10_000
/** The share of sends after which the page is reloaded, which resends the same temporary id while the first is in flight. */
const RELOAD_PROBABILITY = 0.05
/** The share of messages that go to a room, if one is open. */
const ROOM_PROBABILITY = 0.25
const POST_ATTEMPTS_MAX = 15
const POST_RETRY_MS = 2_000

/** A message in the state of a client. */
export interface ClientMessage {
  _id: string
  content: string
  sender: { _id: string }
  delivered: boolean
  read: boolean
  /** When it was last changed after it was sent. */
  revisedAt?: string
}

interface SyncResponse {
  messages: ClientMessage[]
  syncTime: string | null
  hasMore: boolean
}

/** Behaves as the web client with one open conversation, and with open rooms. */
export class SimulatedClient {
  readonly memberId: string
  readonly peerId: string
  readonly messages = new Map<string, ClientMessage>()
  readonly rooms: SimulatedRooms
  readonly session: ApiSession
  readonly #history: SendHistory
  readonly #pendingAcknowledgements = new Map<string, (messageId: string | null) => void>()
  readonly #outbox: SendRecord[] = []
  #isDrainingOutbox = false
  #isReading = true
  #socket: WebSocket | null = null
  #isConnected = false
  #attempts = 0
  #lastSyncTime: string | null = null
  #isSyncing = false
  #isClosed = false

  constructor(memberId: string, peerId: string, session: ApiSession, history: SendHistory) {
    this.memberId = memberId
    this.peerId = peerId
    this.session = session
    this.rooms = new SimulatedRooms(session)
    this.#history = history
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  start(): void {
    this.#connect()
    // The random delay spreads the sync requests of the clients.
    void wait(Math.random() * SYNC_INTERVAL_MS).then(() => this.#syncPeriodically())
  }

  /** Marks messages as read again, after `stopReading`. */
  resumeReading(): void {
    this.#isReading = true
  }

  /** Stops marking messages as read. */
  stopReading(): void {
    this.#isReading = false
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.terminate()
  }

  /** Queues a message behind the pending ones, so that messages arrive in the order they were written. */
  enqueueMessage(): void {
    this.#outbox.push(this.#history.recordSend(this.memberId, this.#pickRecipient()))
    void this.#drainOutbox()
  }

  /** Reacts to a message by chance, or takes the reaction back. Returns whether that was stored. */
  async react(): Promise<boolean> {
    const ids = [...this.messages.keys(), ...this.rooms.messages.keys()]
    const id = ids[Math.floor(Math.random() * ids.length)]
    if (id === undefined) return false
    const method = Math.random() < 0.5 ? 'PUT' : 'DELETE'
    const path = `/api/messages/${id}/reactions/eyes`
    return (await callApi(this.session, method, path)).status === 200
  }

  #pickRecipient(): Recipient {
    const roomId = Math.random() < ROOM_PROBABILITY ? this.rooms.pickRoom() : undefined
    return roomId === undefined ? { kind: 'member', id: this.peerId } : { kind: 'room', id: roomId }
  }

  async #drainOutbox(): Promise<void> {
    if (this.#isDrainingOutbox) return
    this.#isDrainingOutbox = true
    for (let next = this.#outbox.shift(); next; next = this.#outbox.shift()) await this.#send(next)
    this.#isDrainingOutbox = false
  }

  /** Sends by socket; without an acknowledgement it sends the same temporary id by POST, up to `POST_ATTEMPTS_MAX` times. */
  async #send(send: SendRecord): Promise<void> {
    const acknowledgement = this.#isConnected ? this.#sendBySocket(send) : null
    const messageId = Math.random() < RELOAD_PROBABILITY ? null : await acknowledgement
    if (messageId !== null) return this.#history.recordOutcome(send, 'by socket', messageId)
    for (let attempt = 0; attempt < POST_ATTEMPTS_MAX; attempt += 1) {
      const { status, body } = await this.#sendByPost(send)
      if (status === 201) {
        const message = body as ClientMessage & RoomCopy
        if (send.recipient.kind === 'room') this.rooms.receive(message)
        else this.#merge(message)
        return this.#history.recordOutcome(send, 'by POST', message._id)
      }
      if (status >= 400 && status < 500) return this.#history.recordOutcome(send, 'refused')
      await wait(POST_RETRY_MS)
    }
    this.#history.recordOutcome(send, 'unknown')
  }

  async #sendBySocket({ recipient, content, tempId }: SendRecord): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const timer = setTimeout(() => resolve(null), ACKNOWLEDGEMENT_TIMEOUT_MS)
    this.#pendingAcknowledgements.set(tempId, resolve)
    const target =
      recipient.kind === 'room'
        ? { type: 'room_message', roomId: recipient.id }
        : { type: 'new_message', recipientId: recipient.id }
    this.#sendEvent({ ...target, content, tempId })
    const messageId = await promise
    clearTimeout(timer)
    this.#pendingAcknowledgements.delete(tempId)
    return messageId
  }

  async #sendByPost({ recipient: { kind, id }, content, tempId }: SendRecord) {
    const body = { content, tempId }
    return kind === 'room'
      ? callApi(this.session, 'POST', `/api/rooms/${id}/messages`, body)
      : callApi(this.session, 'POST', '/api/messages', { ...body, recipientId: id })
  }

  #connect(): void {
    const socket = connectSocket(this.session.url, this.session.cookie)
    this.#socket = socket
    socket.on('open', () => sendAuthEvent(socket, this.memberId))
    socket.on('message', (data: Buffer) =>
      this.#handleEvent(JSON.parse(data.toString()) as ServerEvent),
    )
    // The `close` event follows and handles the error.
    socket.on('error', () => {})
    socket.on('close', (code: number) => {
      this.#isConnected = false
      for (const resolve of this.#pendingAcknowledgements.values()) resolve(null)
      const next = decideReconnect(code, this.#attempts, Math.random())
      if (this.#isClosed || next.action !== 'retry') return
      this.#attempts += 1
      setTimeout(() => this.#connect(), next.delayMs)
    })
  }

  #handleEvent({ type, tempId = '', messageId = '', message }: ServerEvent): void {
    if (type === 'auth_success') {
      this.#isConnected = true
      this.#attempts = 0
      void this.#sync()
    }
    if (type === 'error') this.#pendingAcknowledgements.get(tempId)?.(null)
    const known = this.messages.get(messageId)
    if (known && type === 'message_delivered') known.delivered = true
    if (known && type === 'message_read') known.delivered = known.read = true
    if (!['new_message', 'room_message', 'message_changed'].includes(type)) return
    const newMessage = message as ClientMessage & RoomCopy
    if ('room' in newMessage) this.rooms.receive(newMessage)
    else this.#merge(newMessage)
    this.#pendingAcknowledgements.get(tempId)?.(newMessage._id)
  }

  /** Stores the message; known receipts are never lowered, and a later version stays. */
  #merge(message: ClientMessage): void {
    const known = this.messages.get(message._id)
    const delivered = message.delivered || (known?.delivered ?? false)
    const read = message.read || (known?.read ?? false)
    const isEarlier = (message.revisedAt ?? '') < (known?.revisedAt ?? '')
    this.messages.set(message._id, { ...(known && isEarlier ? known : message), delivered, read })
    if (message.sender._id !== this.memberId && !delivered) {
      this.#sendEvent({ type: 'message_received', messageId: message._id })
    }
  }

  async #syncPeriodically(): Promise<void> {
    while (!this.#isClosed) {
      await this.#sync()
      if (this.#isReading) await this.#markConversationRead()
      await wait(SYNC_INTERVAL_MS)
    }
  }

  async #sync(): Promise<void> {
    if (this.#isSyncing) return
    this.#isSyncing = true
    for (let hasMore = true; hasMore;) {
      const lastSyncParameter =
        this.#lastSyncTime === null ? '' : `&lastSyncTime=${this.#lastSyncTime}`
      const path = `/api/messages/sync?conversationWith=${this.peerId}${lastSyncParameter}`
      const { status, body } = await callApi(this.session, 'GET', path)
      if (status !== 200) break
      const response = body as SyncResponse
      for (const message of response.messages) this.#merge(message)
      this.#lastSyncTime = response.syncTime
      hasMore = response.hasMore
    }
    await this.rooms.sync()
    this.#isSyncing = false
  }

  /** Marks the conversation as read up to the newest unread message of the peer. */
  async #markConversationRead(): Promise<void> {
    const [newest] = [...this.messages.values()]
      .filter(({ sender, read }) => sender._id !== this.memberId && !read)
      .map(({ _id }) => _id)
      .toSorted()
      .toReversed()
    if (newest === undefined) return
    const path = `/api/messages/conversation/${this.peerId}/read`
    await callApi(this.session, 'PUT', path, { upTo: newest })
  }

  #sendEvent(event: Record<string, unknown>): void {
    if (this.#isConnected && this.#socket) sendEvent(this.#socket, event)
  }
}
