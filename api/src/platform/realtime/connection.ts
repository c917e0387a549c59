import type { Duplex } from 'node:stream'
import { CloseCode } from '@dolph/contract/socket'
import { WebSocket } from 'ws'
import { ANY_FRAME, FrameLimits } from './limits/frame-limits.ts'
import { EventFrame } from './event-frame.ts'
import type { EventRouter } from './event-router.ts'
import { parseAuthFrame, serializeSocketEvent } from './frames.ts'
import type { GatewayTimings } from './gateway-timings.ts'
import { socketEvents } from './socket-metrics.ts'
import type { ClientConnection, ReceivedEvent } from './socket-feature.ts'

const INBOX_MAX = 32
const PENDING_SENDS_MAX = 256
const BUFFERED_MAX_BYTES = 1024 * 1024
/** Above this the socket is cut off without waiting: `push` keeps the buffer well below it. */
const BUFFERED_CUT_OFF_BYTES = 2 * BUFFERED_MAX_BYTES
/** A ping is answered while less than this is buffered, so that unread pongs do not pile up. */
const BUFFERED_MAX_BYTES_FOR_PONG = 64 * 1024
const TOO_MANY_FRAMES_MESSAGE = 'Too many requests. Please slow down.'
/** How long the last frames may take to reach a client from which nothing is read any more. */
const CUT_OFF_DELAY_MS = 500
/** A client that sent more than this after its last allowed frame is a flood, which needs no reason. */
const FRAMES_AFTER_CUT_OFF_MAX = 100

/** `closing` waits for the client's close frame; `cut-off` reads nothing more. */
type ConnectionState =
  | 'unauthenticated'
  | 'authenticating'
  | 'authenticated'
  | 'closing'
  | 'cut-off'

/** The member behind a socket, known from the session cookie of the upgrade request. */
export interface Identity {
  memberId: string
  sessionId: string
  address: string
}

/** The gateway's callbacks; all connections share one object. */
export interface ConnectionHandlers {
  router: EventRouter
  /** Frame limits are off, for load tests. */
  isRelaxed: boolean
  /** The `auth` event names another member than the session. */
  onIdentityMismatch(connection: Connection): void
  /** The client sent a valid `auth` event. Registers the connection and confirms it once the member's events reach it. */
  onAuthEvent(connection: Connection): Promise<void>
  /** Handles a client event. Never rejects. */
  onEvent(connection: Connection, event: ReceivedEvent): Promise<void>
}

/** One WebSocket: handles its frames one after the other, and drops events when the client reads too slowly. */
export class Connection implements ClientConnection {
  readonly identity: Identity
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #handlers: ConnectionHandlers
  readonly #limits: FrameLimits
  #state: ConnectionState = 'unauthenticated'
  #inbox: ReceivedEvent[] = []
  #isProcessing = false
  #framesAfterCutOff = 0
  #pendingSends = 0
  #openedAt = Date.now()
  #pingedAt = Date.now()
  #isPongReceived = true
  #stalledAt: number | null = null

  constructor(
    { socket, stream }: { socket: WebSocket; stream: Duplex },
    identity: Identity,
    handlers: ConnectionHandlers,
  ) {
    this.#socket = socket
    this.#stream = stream
    this.identity = identity
    this.#handlers = handlers
    this.#limits = new FrameLimits(handlers.router.limits, handlers.isRelaxed)
  }

  get memberId(): string {
    return this.identity.memberId
  }

  /** What the client has not read yet. */
  get bufferedBytes(): number {
    return this.#socket.bufferedAmount
  }

  /** The client reads too slowly: events are dropped until it has caught up. */
  get isStalled(): boolean {
    return this.#stalledAt !== null
  }

  /** Its session was found after the events of its member began to reach this process. */
  get isOpen(): boolean {
    return this.#state === 'authenticated'
  }

  get isClosing(): boolean {
    return this.#state === 'closing' || this.#state === 'cut-off'
  }

  receiveFrame(data: Buffer, isBinary: boolean): void {
    const { router } = this.#handlers
    if (!this.#admitFrame(router.getFrameKind(data))) return
    if (isBinary) return this.closeWithError('Only text is understood here')
    if (this.#state === 'unauthenticated') return this.#authenticate(parseAuthFrame(data))
    const frame = router.parseFrame(data)
    if ('problem' in frame) return this.#recordInvalidFrame(frame.problem, frame.tempId)
    const { event } = frame
    if (event.type === 'auth') return this.#recordInvalidFrame('You are logged in already')
    if (!this.#limits.tryConsume(event.type)) return this.#recordViolation()
    socketEvents.received += 1
    this.#inbox.push(event)
    if (this.#inbox.length >= INBOX_MAX) this.#socket.pause()
    void this.#processInbox()
  }

  /** Completes the handshake: from now on the member's events reach this socket. */
  confirmAuthentication(): void {
    if (this.isClosing) return
    this.#state = 'authenticated'
    this.push(serializeSocketEvent({ type: 'auth_success' }))
    void this.#processInbox()
  }

  /** False if the event was dropped because the client reads too slowly; its next sync brings the missed messages. */
  push(event: string): boolean {
    return this.pushFrame(new EventFrame(event))
  }

  /** Written past ws, which would encode and frame the event for each socket again; without compression it queues nothing of its own. */
  pushFrame(frame: EventFrame): boolean {
    if (this.isClosing || this.#socket.readyState !== WebSocket.OPEN) return false
    const isFull =
      this.#pendingSends >= PENDING_SENDS_MAX || this.#socket.bufferedAmount >= BUFFERED_MAX_BYTES
    if (isFull) this.#stalledAt ??= Date.now()
    if (isFull || (this.#stalledAt !== null && this.#handlers.router.isEphemeral(frame.event))) {
      socketEvents.dropped += 1
      return false
    }
    socketEvents.pushed += 1
    this.#pendingSends += 1
    this.#stream.write(frame.bytes, this.#onSent)
    return true
  }

  readonly #onSent = (): void => {
    this.#pendingSends -= 1
    const isHalfEmpty =
      this.#pendingSends < PENDING_SENDS_MAX / 2 &&
      this.#socket.bufferedAmount < BUFFERED_MAX_BYTES / 2
    if (isHalfEmpty) this.#stalledAt = null
  }

  /** Sends the reason as an error event, then closes the socket and reads nothing more from it. */
  closeWithError(message: string): void {
    this.push(serializeSocketEvent({ type: 'error', code: 'forbidden', message }))
    this.close(CloseCode.policy)
    this.cutOff()
  }

  /**
   * Stops reading and ends the connection after what was sent. The client's close frame is not awaited: before it could
   * come all the frames of a flood, which would have to be parsed.
   */
  cutOff(): void {
    this.#state = 'cut-off'
    this.#socket.pause()
    this.#stream.end()
    setTimeout(() => this.#socket.terminate(), CUT_OFF_DELAY_MS).unref()
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
    this.#state = 'cut-off'
    this.#socket.terminate()
  }

  receivePing(payload: Buffer): void {
    if (!this.#admitFrame(ANY_FRAME)) return
    if (this.#socket.bufferedAmount < BUFFERED_MAX_BYTES_FOR_PONG) this.#socket.pong(payload)
  }

  /** The answer to our own ping is not counted as a frame. */
  receivePong(): void {
    if (this.#isPongReceived) this.#admitFrame(ANY_FRAME)
    this.#isPongReceived = true
  }

  /** Enforces the timeouts and sends pings; called about once a second. */
  checkTimeouts(now: number, timings: GatewayTimings): void {
    if (this.isClosing) return
    const { bufferedAmount } = this.#socket
    if (bufferedAmount >= BUFFERED_CUT_OFF_BYTES) return this.terminate()
    if (bufferedAmount >= BUFFERED_MAX_BYTES) this.#stalledAt ??= now
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

  #authenticate(claimedMemberId: string | null): void {
    if (claimedMemberId === null) return this.closeWithError('Please say who you are')
    if (claimedMemberId !== this.memberId) {
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
      if (this.isClosing) break
      if (this.#socket.isPaused && this.#inbox.length < INBOX_MAX / 2) this.#socket.resume()
    }
    this.#isProcessing = false
  }

  /** Counts a frame of any kind; false if it must be ignored. */
  #admitFrame(kind: string): boolean {
    if (this.#state === 'cut-off') {
      this.#framesAfterCutOff += 1
      if (this.#framesAfterCutOff === FRAMES_AFTER_CUT_OFF_MAX) this.#socket.terminate()
      return false
    }
    const isWithinLimit = this.#limits.tryConsume(kind)
    if (isWithinLimit) return this.#state !== 'closing'
    if (this.#state === 'closing') this.terminate()
    else this.#recordViolation()
    return false
  }

  #recordViolation(): void {
    const message = TOO_MANY_FRAMES_MESSAGE
    if (this.#limits.countViolation()) return this.closeWithError(message)
    this.push(serializeSocketEvent({ type: 'error', code: 'too-many-requests', message }))
  }

  #recordInvalidFrame(message: string, tempId?: string): void {
    if (this.#limits.countInvalidFrame()) return this.closeWithError(message)
    this.push(
      serializeSocketEvent({
        type: 'error',
        code: 'invalid-input',
        message,
        ...(tempId !== undefined && { tempId }),
      }),
    )
  }
}
