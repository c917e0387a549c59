import { CloseCode, type ClientEvent } from '@dolph/contract/realtime'
import type { WebSocket } from 'ws'
import { isFleeting, isReceipt, readFrame, write } from './frames.ts'
import { Bucket, FRAMES, RECEIPTS, SYNCS, TYPING } from './limits.ts'
import type { Pace } from './pace.ts'

const INBOX_MAX = 32
const QUEUED_MAX = 256
const BUFFERED_MAX = 1024 * 1024
const MISTAKES_MAX = 10
const STRIKES_MAX = 3
const STRIKES_FORGOTTEN_MS = 60_000

/** Who is at the other end of a socket: the session cookie said so when it opened. */
export interface Identity {
  memberId: string
  sessionId: string
  address: string
}

/** What a connection needs from those around it; one for all. */
export interface Surroundings {
  /** Counts no frames when limits are relaxed. */
  isRelaxed: boolean
  /** Somebody says that they are another member. */
  suspect(connection: Connection): void
  /** Says welcome when the member's events reach this connection. */
  join(connection: Connection): Promise<void>
  /** Does what the event asks for. Never rejects. */
  handle(connection: Connection, event: ClientEvent): Promise<void>
}

/** One socket: reads frames in their turn, and writes as much as the other end can take. */
export class Connection {
  readonly identity: Identity
  readonly #socket: WebSocket
  readonly #around: Surroundings
  readonly #frames = new Bucket(FRAMES)
  readonly #receipts = new Bucket(RECEIPTS)
  readonly #typing = new Bucket(TYPING)
  readonly #syncs = new Bucket(SYNCS)
  #stage: 'opened' | 'joining' | 'joined' | 'closing' = 'opened'
  #inbox: ClientEvent[] = []
  #isBusy = false
  #mistakes = 0
  #strikes = 0
  #struckAt = 0
  #queued = 0
  #openedAt = Date.now()
  #pingedAt = Date.now()
  #isPonged = true
  #stalledAt: number | null = null

  constructor(socket: WebSocket, identity: Identity, around: Surroundings) {
    this.#socket = socket
    this.identity = identity
    this.#around = around
  }

  get memberId(): string {
    return this.identity.memberId
  }

  get isClosing(): boolean {
    return this.#stage === 'closing'
  }

  receive(data: Buffer, isBinary: boolean): void {
    if (this.isClosing) return
    if (isBinary) return this.refuse('Only text is understood here')
    const bucket = isReceipt(data) ? this.#receipts : this.#frames
    if (!this.#mayTake(bucket)) return this.#strike()
    const frame = readFrame(data)
    if (this.#stage === 'opened') return this.#introduce('event' in frame ? frame.event : null)
    if ('mistake' in frame) return this.#noteMistake(frame.mistake, frame.tempId)
    const { event } = frame
    if (event.type === 'auth') return this.#noteMistake('You are signed in already')
    if (event.type === 'typing' && !this.#mayTake(this.#typing)) return this.#strike()
    if (event.type === 'sync_request' && !this.#mayTake(this.#syncs)) return this.#strike()
    this.#inbox.push(event)
    if (this.#inbox.length >= INBOX_MAX) this.#socket.pause()
    void this.#work()
  }

  /** Ends the part of the handshake: from here on the member's events reach this socket. */
  welcome(): void {
    if (this.isClosing) return
    this.#stage = 'joined'
    this.push(write({ type: 'auth_success' }))
    void this.#work()
  }

  /** False if the other end reads too slowly: it hears of it at its next sync. */
  push(event: string): boolean {
    if (this.isClosing) return false
    const isFull = this.#queued >= QUEUED_MAX || this.#socket.bufferedAmount >= BUFFERED_MAX
    if (isFull) this.#stalledAt ??= Date.now()
    if (isFull || (this.#stalledAt !== null && isFleeting(event))) return false
    this.#queued += 1
    this.#socket.send(event, this.#onSent)
    return true
  }

  readonly #onSent = (): void => {
    this.#queued -= 1
    if (this.#queued < QUEUED_MAX / 2) this.#stalledAt = null
  }

  /** Says why, and ends it. */
  refuse(message: string): void {
    this.push(write({ type: 'error', code: 'forbidden', message }))
    this.close(CloseCode.policy)
  }

  close(code: number): void {
    if (this.isClosing) return
    this.#stage = 'closing'
    this.#inbox = []
    // A socket that does not read would not see that the other end agrees.
    this.#socket.resume()
    this.#socket.close(code)
  }

  terminate(): void {
    this.#stage = 'closing'
    this.#socket.terminate()
  }

  onPong(): void {
    this.#isPonged = true
  }

  /** What is due by the clock; asked about once a second. */
  sweep(now: number, pace: Pace): void {
    if (this.isClosing) return
    if (this.#stalledAt !== null && now - this.#stalledAt >= pace.stallMs) return this.terminate()
    if (this.#stage === 'opened' && now - this.#openedAt >= pace.authMs) {
      return this.refuse('Please say who you are')
    }
    // While we do not read, no answer can arrive.
    if (this.#socket.isPaused) this.#pingedAt = now
    else if (!this.#isPonged && now - this.#pingedAt >= pace.pongMs) this.terminate()
    else if (this.#isPonged && now - this.#pingedAt >= pace.pingMs) {
      this.#pingedAt = now
      this.#isPonged = false
      this.#socket.ping()
    }
  }

  #introduce(event: ClientEvent | null): void {
    if (event?.type !== 'auth') return this.refuse('Please say who you are')
    if (event.userId !== this.memberId) {
      this.#around.suspect(this)
      return this.refuse('Authentication failed')
    }
    this.#stage = 'joining'
    void this.#around.join(this)
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    while (this.#stage === 'joined' && this.#inbox.length > 0) {
      const event = this.#inbox.shift()
      if (event) await this.#around.handle(this, event)
      if (this.#socket.isPaused && this.#inbox.length < INBOX_MAX / 2) this.#socket.resume()
    }
    this.#isBusy = false
  }

  #mayTake(bucket: Bucket): boolean {
    return this.#around.isRelaxed || bucket.take(Date.now())
  }

  #strike(): void {
    const now = Date.now()
    this.#strikes = now - this.#struckAt > STRIKES_FORGOTTEN_MS ? 1 : this.#strikes + 1
    this.#struckAt = now
    const message = 'Too many requests. Please slow down.'
    if (this.#strikes >= STRIKES_MAX) return this.refuse(message)
    this.push(write({ type: 'error', code: 'too-many-requests', message }))
  }

  #noteMistake(message: string, tempId?: string): void {
    this.#mistakes += 1
    if (this.#mistakes >= MISTAKES_MAX) return this.refuse(message)
    this.push(
      write({
        type: 'error',
        code: 'invalid-input',
        message,
        ...(tempId !== undefined && { tempId }),
      }),
    )
  }
}
