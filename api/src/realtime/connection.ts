import { CloseCode, type ClientEvent } from '@dolph/contract/realtime'
import type { WebSocket } from 'ws'
import { isEphemeralEvent, isReceiptFrame, parseFrame, serializeEvent } from './frames.ts'
import {
  TokenBucket,
  FRAME_LIMIT,
  RECEIPT_LIMIT,
  SYNC_LIMIT,
  TYPING_LIMIT,
} from './token-bucket.ts'
import type { GatewayTimings } from './gateway-timings.ts'

const INBOX_MAX = 32
const PENDING_SENDS_MAX = 256
const BUFFERED_MAX_BYTES = 1024 * 1024
const INVALID_FRAMES_MAX = 10
const VIOLATIONS_MAX = 3
const VIOLATIONS_WINDOW_MS = 60_000

/** The member behind a socket, known from the session cookie of the upgrade request. */
export interface Identity {
  memberId: string
  sessionId: string
  address: string
}

/** The gateway's callbacks; all connections share one object. */
export interface ConnectionHandlers {
  /** Frame limits are off, for load tests. */
  isRelaxed: boolean
  /** The `auth` event names another member than the session. */
  onIdentityMismatch(connection: Connection): void
  /** The client sent a valid `auth` event. Registers the connection and confirms it once the member's events reach it. */
  onAuthEvent(connection: Connection): Promise<void>
  /** Handles a client event. Never rejects. */
  onEvent(connection: Connection, event: ClientEvent): Promise<void>
}

/** One WebSocket: handles its frames one after the other, and drops events when the client reads too slowly. */
export class Connection {
  readonly identity: Identity
  readonly #socket: WebSocket
  readonly #handlers: ConnectionHandlers
  readonly #frames = new TokenBucket(FRAME_LIMIT)
  readonly #receipts = new TokenBucket(RECEIPT_LIMIT)
  readonly #typing = new TokenBucket(TYPING_LIMIT)
  readonly #syncs = new TokenBucket(SYNC_LIMIT)
  #state: 'unauthenticated' | 'authenticating' | 'authenticated' | 'closing' = 'unauthenticated'
  #inbox: ClientEvent[] = []
  #isProcessing = false
  #invalidFrames = 0
  #violations = 0
  #lastViolationAt = 0
  #pendingSends = 0
  #openedAt = Date.now()
  #pingedAt = Date.now()
  #isPongReceived = true
  #stalledAt: number | null = null

  constructor(socket: WebSocket, identity: Identity, handlers: ConnectionHandlers) {
    this.#socket = socket
    this.identity = identity
    this.#handlers = handlers
  }

  get memberId(): string {
    return this.identity.memberId
  }

  get isClosing(): boolean {
    return this.#state === 'closing'
  }

  receiveFrame(data: Buffer, isBinary: boolean): void {
    if (this.isClosing) return
    if (isBinary) return this.closeWithError('Only text is understood here')
    const bucket = isReceiptFrame(data) ? this.#receipts : this.#frames
    if (!this.#tryConsume(bucket)) return this.#recordViolation()
    const frame = parseFrame(data)
    if (this.#state === 'unauthenticated')
      return this.#authenticate('event' in frame ? frame.event : null)
    if ('problem' in frame) return this.#recordInvalidFrame(frame.problem, frame.tempId)
    const { event } = frame
    if (event.type === 'auth') return this.#recordInvalidFrame('You are signed in already')
    if (event.type === 'typing' && !this.#tryConsume(this.#typing)) return this.#recordViolation()
    if (event.type === 'sync_request' && !this.#tryConsume(this.#syncs))
      return this.#recordViolation()
    this.#inbox.push(event)
    if (this.#inbox.length >= INBOX_MAX) this.#socket.pause()
    void this.#processInbox()
  }

  /** Completes the handshake: from now on the member's events reach this socket. */
  confirmAuthentication(): void {
    if (this.isClosing) return
    this.#state = 'authenticated'
    this.push(serializeEvent({ type: 'auth_success' }))
    void this.#processInbox()
  }

  /** False if the event was dropped because the client reads too slowly; its next sync brings the missed messages. */
  push(event: string): boolean {
    if (this.isClosing) return false
    const isFull =
      this.#pendingSends >= PENDING_SENDS_MAX || this.#socket.bufferedAmount >= BUFFERED_MAX_BYTES
    if (isFull) this.#stalledAt ??= Date.now()
    if (isFull || (this.#stalledAt !== null && isEphemeralEvent(event))) return false
    this.#pendingSends += 1
    this.#socket.send(event, this.#onSent)
    return true
  }

  readonly #onSent = (): void => {
    this.#pendingSends -= 1
    if (this.#pendingSends < PENDING_SENDS_MAX / 2) this.#stalledAt = null
  }

  /** Sends the reason as an error event, then closes the socket. */
  closeWithError(message: string): void {
    this.push(serializeEvent({ type: 'error', code: 'forbidden', message }))
    this.close(CloseCode.policy)
  }

  close(code: number): void {
    if (this.isClosing) return
    this.#state = 'closing'
    this.#inbox = []
    // A paused socket would never read the client's close frame.
    this.#socket.resume()
    this.#socket.close(code)
  }

  terminate(): void {
    this.#state = 'closing'
    this.#socket.terminate()
  }

  onPong(): void {
    this.#isPongReceived = true
  }

  /** Enforces the timeouts and sends pings; called about once a second. */
  checkTimeouts(now: number, timings: GatewayTimings): void {
    if (this.isClosing) return
    if (this.#stalledAt !== null && now - this.#stalledAt >= timings.stallTimeoutMs)
      return this.terminate()
    if (this.#state === 'unauthenticated' && now - this.#openedAt >= timings.authTimeoutMs) {
      return this.closeWithError('Please say who you are')
    }
    // A paused socket cannot receive a pong.
    if (this.#socket.isPaused) this.#pingedAt = now
    else if (!this.#isPongReceived && now - this.#pingedAt >= timings.pongTimeoutMs)
      this.terminate()
    else if (this.#isPongReceived && now - this.#pingedAt >= timings.pingIntervalMs) {
      this.#pingedAt = now
      this.#isPongReceived = false
      this.#socket.ping()
    }
  }

  #authenticate(event: ClientEvent | null): void {
    if (event?.type !== 'auth') return this.closeWithError('Please say who you are')
    if (event.userId !== this.memberId) {
      this.#handlers.onIdentityMismatch(this)
      return this.closeWithError('Authentication failed')
    }
    this.#state = 'authenticating'
    void this.#handlers.onAuthEvent(this)
  }

  async #processInbox(): Promise<void> {
    if (this.#isProcessing) return
    this.#isProcessing = true
    while (this.#state === 'authenticated' && this.#inbox.length > 0) {
      const event = this.#inbox.shift()
      if (event) await this.#handlers.onEvent(this, event)
      if (this.#socket.isPaused && this.#inbox.length < INBOX_MAX / 2) this.#socket.resume()
    }
    this.#isProcessing = false
  }

  #tryConsume(bucket: TokenBucket): boolean {
    return this.#handlers.isRelaxed || bucket.tryConsume(Date.now())
  }

  #recordViolation(): void {
    const now = Date.now()
    this.#violations = now - this.#lastViolationAt > VIOLATIONS_WINDOW_MS ? 1 : this.#violations + 1
    this.#lastViolationAt = now
    const message = 'Too many requests. Please slow down.'
    if (this.#violations >= VIOLATIONS_MAX) return this.closeWithError(message)
    this.push(serializeEvent({ type: 'error', code: 'too-many-requests', message }))
  }

  #recordInvalidFrame(message: string, tempId?: string): void {
    this.#invalidFrames += 1
    if (this.#invalidFrames >= INVALID_FRAMES_MAX) return this.closeWithError(message)
    this.push(
      serializeEvent({
        type: 'error',
        code: 'invalid-input',
        message,
        ...(tempId !== undefined && { tempId }),
      }),
    )
  }
}
