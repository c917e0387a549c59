import { setTimeout as wait } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { decideReconnect } from '../../../web/src/lib/reconnect.ts'
import {
  connectSocket,
  sendAuthEvent,
  sendEvent,
  type ServerEvent,
} from '../live/websocket-client.ts'
import type { SendHistory, SendRecord } from './send-history.ts'
import { callApi, type ApiSession } from './call-api.ts'

const ACKNOWLEDGEMENT_TIMEOUT_MS = 5_000
const SYNC_INTERVAL_MS = 10_000
/** So many reload the page before they hear, which sends the same name again while it may be on its way. */
const RELOAD_PROBABILITY = 0.05
const POST_ATTEMPTS_MAX = 15
const POST_RETRY_MS = 2_000

/** A message as a client holds it. */
export interface ClientMessage {
  _id: string
  content: string
  sender: { _id: string }
  delivered: boolean
  read: boolean
}

interface SyncResponse {
  messages: ClientMessage[]
  syncTime: string | null
  hasMore: boolean
}

/** Behaves as the product's page with one conversation open. */
export class SimulatedClient {
  readonly memberId: string
  readonly peerId: string
  readonly messages = new Map<string, ClientMessage>()
  readonly #caller: ApiSession
  readonly #history: SendHistory
  readonly #pendingAcknowledgements = new Map<string, (answer: string | null) => void>()
  readonly #outbox: SendRecord[] = []
  #isDrainingOutbox = false
  #isReading = true
  #socket: WebSocket | null = null
  #isConnected = false
  #attempts = 0
  #lastSyncTime: string | null = null
  #isSyncing = false
  #isClosed = false

  constructor(memberId: string, peerId: string, caller: ApiSession, history: SendHistory) {
    this.memberId = memberId
    this.peerId = peerId
    this.#caller = caller
    this.#history = history
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  start(): void {
    this.#connect()
    // Nobody opens a page in the same moment as everybody else.
    void wait(Math.random() * SYNC_INTERVAL_MS).then(() => this.#syncPeriodically())
  }

  /** From here on nothing is read that was not read before. */
  stopReading(): void {
    this.#isReading = false
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.terminate()
  }

  /** Puts a message behind those that are not decided yet: so they arrive in the order in which they were written. */
  enqueueMessage(): void {
    this.#outbox.push(this.#history.recordSend(this.memberId, this.peerId))
    void this.#drainOutbox()
  }

  async #drainOutbox(): Promise<void> {
    if (this.#isDrainingOutbox) return
    this.#isDrainingOutbox = true
    for (let next = this.#outbox.shift(); next; next = this.#outbox.shift()) await this.#send(next)
    this.#isDrainingOutbox = false
  }

  /** By socket; if nothing is heard, the same name goes by POST, as often as a patient person presses Retry. */
  async #send(send: SendRecord): Promise<void> {
    const answer = this.#isConnected ? this.#sendBySocket(send) : null
    const heard = Math.random() < RELOAD_PROBABILITY ? null : await answer
    if (heard !== null) return this.#history.recordOutcome(send, 'by socket', heard)
    for (let nth = 0; nth < POST_ATTEMPTS_MAX; nth += 1) {
      const { status, body } = await this.#sendByPost(send)
      if (status === 201) {
        const message = body as ClientMessage
        this.#merge(message)
        return this.#history.recordOutcome(send, 'by POST', message._id)
      }
      if (status >= 400 && status < 500) return this.#history.recordOutcome(send, 'refused')
      await wait(POST_RETRY_MS)
    }
    this.#history.recordOutcome(send, 'unknown')
  }

  async #sendBySocket({ content, tempId }: SendRecord): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const timer = setTimeout(() => resolve(null), ACKNOWLEDGEMENT_TIMEOUT_MS)
    this.#pendingAcknowledgements.set(tempId, resolve)
    this.#sendEvent({ type: 'new_message', recipientId: this.peerId, content, tempId })
    const answer = await promise
    clearTimeout(timer)
    this.#pendingAcknowledgements.delete(tempId)
    return answer
  }

  async #sendByPost({ content, tempId }: SendRecord) {
    const body = { recipientId: this.peerId, content, tempId }
    return callApi(this.#caller, 'POST', '/api/messages', body)
  }

  #connect(): void {
    const socket = connectSocket(this.#caller.url, this.#caller.cookie)
    this.#socket = socket
    socket.on('open', () => sendAuthEvent(socket, this.memberId))
    socket.on('message', (data: Buffer) =>
      this.#handleEvent(JSON.parse(data.toString()) as ServerEvent),
    )
    // What went wrong is told by `close`.
    socket.on('error', () => {})
    socket.on('close', (code: number) => {
      this.#isConnected = false
      for (const resolve of this.#pendingAcknowledgements.values()) resolve(null)
      const next = decideReconnect(code, this.#attempts, Math.random())
      if (this.#isClosed || next.do !== 'wait') return
      this.#attempts += 1
      setTimeout(() => this.#connect(), next.forMs)
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
    if (type !== 'new_message') return
    const arrived = message as ClientMessage
    this.#merge(arrived)
    this.#pendingAcknowledgements.get(tempId)?.(arrived._id)
  }

  /** Receipts only climb. */
  #merge(message: ClientMessage): void {
    const known = this.messages.get(message._id)
    const delivered = message.delivered || (known?.delivered ?? false)
    const read = message.read || (known?.read ?? false)
    this.messages.set(message._id, { ...message, delivered, read })
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
      const place = this.#lastSyncTime === null ? '' : `&lastSyncTime=${this.#lastSyncTime}`
      const path = `/api/messages/sync?conversationWith=${this.peerId}${place}`
      const { status, body } = await callApi(this.#caller, 'GET', path)
      if (status !== 200) break
      const synced = body as SyncResponse
      for (const message of synced.messages) this.#merge(message)
      this.#lastSyncTime = synced.syncTime
      hasMore = synced.hasMore
    }
    this.#isSyncing = false
  }

  /** Somebody is looking, now and then. */
  async #markConversationRead(): Promise<void> {
    const [newest] = [...this.messages.values()]
      .filter(({ sender, read }) => sender._id !== this.memberId && !read)
      .map(({ _id }) => _id)
      .toSorted()
      .toReversed()
    if (newest === undefined) return
    const path = `/api/messages/conversation/${this.peerId}/read`
    await callApi(this.#caller, 'PUT', path, { upTo: newest })
  }

  #sendEvent(event: Record<string, unknown>): void {
    if (this.#isConnected && this.#socket) sendEvent(this.#socket, event)
  }
}
