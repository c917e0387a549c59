import { setTimeout as wait } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { nextStep } from '../../../web/src/lib/reconnect.ts'
import { dial, introduce, tell, type Heard } from '../live/socket.ts'
import type { History, Send } from './history.ts'
import { call, type Caller } from './http.ts'

const ANSWER_MS = 5_000
const SYNC_MS = 10_000
/** So many reload the page before they hear, which sends the same name again while it may be on its way. */
const RELOADED = 0.05
const POSTS = 15
const POST_AGAIN_MS = 2_000

/** A message as a client holds it. */
export interface Held {
  _id: string
  content: string
  sender: { _id: string }
  delivered: boolean
  read: boolean
}

interface Synced {
  messages: Held[]
  syncTime: string | null
  hasMore: boolean
}

/** Behaves as the product's page with one conversation open. */
export class Client {
  readonly memberId: string
  readonly peerId: string
  readonly messages = new Map<string, Held>()
  readonly #caller: Caller
  readonly #history: History
  readonly #waiting = new Map<string, (answer: string | null) => void>()
  readonly #outbox: Send[] = []
  #isWorking = false
  #isLooking = true
  #socket: WebSocket | null = null
  #isConnected = false
  #attempts = 0
  #since: string | null = null
  #isSyncing = false
  #isLeaving = false

  constructor(memberId: string, peerId: string, caller: Caller, history: History) {
    this.memberId = memberId
    this.peerId = peerId
    this.#caller = caller
    this.#history = history
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  open(): void {
    this.#connect()
    // Nobody opens a page in the same moment as everybody else.
    void wait(Math.random() * SYNC_MS).then(() => this.#keepSyncing())
  }

  /** From here on nothing is read that was not read before. */
  lookAway(): void {
    this.#isLooking = false
  }

  leave(): void {
    this.#isLeaving = true
    this.#socket?.terminate()
  }

  /** Puts a message behind those that are not decided yet: so they arrive in the order in which they were written. */
  write(): void {
    this.#outbox.push(this.#history.begin(this.memberId, this.peerId))
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    for (let next = this.#outbox.shift(); next; next = this.#outbox.shift()) await this.#send(next)
    this.#isWorking = false
  }

  /** By socket; if nothing is heard, the same name goes by POST, as often as a patient person presses Retry. */
  async #send(send: Send): Promise<void> {
    const answer = this.#isConnected ? this.#sendBySocket(send) : null
    const heard = Math.random() < RELOADED ? null : await answer
    if (heard !== null) return this.#history.settle(send, 'by socket', heard)
    for (let nth = 0; nth < POSTS; nth += 1) {
      const { status, body } = await this.#post(send)
      if (status === 201) {
        const message = body as Held
        this.#merge(message)
        return this.#history.settle(send, 'by POST', message._id)
      }
      if (status >= 400 && status < 500) return this.#history.settle(send, 'refused')
      await wait(POST_AGAIN_MS)
    }
    this.#history.settle(send, 'unknown')
  }

  async #sendBySocket({ content, tempId }: Send): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const timer = setTimeout(() => resolve(null), ANSWER_MS)
    this.#waiting.set(tempId, resolve)
    this.#tell({ type: 'new_message', recipientId: this.peerId, content, tempId })
    const answer = await promise
    clearTimeout(timer)
    this.#waiting.delete(tempId)
    return answer
  }

  async #post({ content, tempId }: Send) {
    const body = { recipientId: this.peerId, content, tempId }
    return call(this.#caller, 'POST', '/api/messages', body)
  }

  #connect(): void {
    const socket = dial(this.#caller.url, this.#caller.cookie)
    this.#socket = socket
    socket.on('open', () => introduce(socket, this.memberId))
    socket.on('message', (data: Buffer) => this.#hear(JSON.parse(data.toString()) as Heard))
    // What went wrong is told by `close`.
    socket.on('error', () => {})
    socket.on('close', (code: number) => {
      this.#isConnected = false
      for (const resolve of this.#waiting.values()) resolve(null)
      const next = nextStep(code, this.#attempts, Math.random())
      if (this.#isLeaving || next.do !== 'wait') return
      this.#attempts += 1
      setTimeout(() => this.#connect(), next.forMs)
    })
  }

  #hear({ type, tempId = '', messageId = '', message }: Heard): void {
    if (type === 'auth_success') {
      this.#isConnected = true
      this.#attempts = 0
      void this.#sync()
    }
    if (type === 'error') this.#waiting.get(tempId)?.(null)
    const known = this.messages.get(messageId)
    if (known && type === 'message_delivered') known.delivered = true
    if (known && type === 'message_read') known.delivered = known.read = true
    if (type !== 'new_message') return
    const arrived = message as Held
    this.#merge(arrived)
    this.#waiting.get(tempId)?.(arrived._id)
  }

  /** Receipts only climb. */
  #merge(message: Held): void {
    const known = this.messages.get(message._id)
    const delivered = message.delivered || (known?.delivered ?? false)
    const read = message.read || (known?.read ?? false)
    this.messages.set(message._id, { ...message, delivered, read })
    if (message.sender._id !== this.memberId && !delivered) {
      this.#tell({ type: 'message_received', messageId: message._id })
    }
  }

  async #keepSyncing(): Promise<void> {
    while (!this.#isLeaving) {
      await this.#sync()
      if (this.#isLooking) await this.#read()
      await wait(SYNC_MS)
    }
  }

  async #sync(): Promise<void> {
    if (this.#isSyncing) return
    this.#isSyncing = true
    for (let hasMore = true; hasMore;) {
      const place = this.#since === null ? '' : `&lastSyncTime=${this.#since}`
      const path = `/api/messages/sync?conversationWith=${this.peerId}${place}`
      const { status, body } = await call(this.#caller, 'GET', path)
      if (status !== 200) break
      const synced = body as Synced
      for (const message of synced.messages) this.#merge(message)
      this.#since = synced.syncTime
      hasMore = synced.hasMore
    }
    this.#isSyncing = false
  }

  /** Somebody is looking, now and then. */
  async #read(): Promise<void> {
    const [newest] = [...this.messages.values()]
      .filter(({ sender, read }) => sender._id !== this.memberId && !read)
      .map(({ _id }) => _id)
      .toSorted()
      .toReversed()
    if (newest === undefined) return
    const path = `/api/messages/conversation/${this.peerId}/read`
    await call(this.#caller, 'PUT', path, { upTo: newest })
  }

  #tell(event: Record<string, unknown>): void {
    if (this.#isConnected && this.#socket) tell(this.#socket, event)
  }
}
