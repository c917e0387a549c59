import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { CloseCode } from '@dolph/contract/socket'
import type { FastifyBaseLogger } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Deps } from '../deps.ts'
import { toRefusal } from '../http/replies/error-handler.ts'
import { Semaphore } from '../semaphore.ts'
import { SESSIONS_CHANGED } from './bus.ts'
import { ConnectionRegistry } from './connection-registry.ts'
import { Connection, type ConnectionHandlers, type Identity } from './connection.ts'
import { EventFrame } from './event-frame.ts'
import { EventRouter, getTempId } from './event-router.ts'
import { FeaturePoller } from './feature-poller.ts'
import { serializeSocketEvent } from './frames.ts'
import type { GatewayTimings } from './gateway-timings.ts'
import { selectLiveSessions } from './live-sessions.ts'
import { PresenceTracker } from './presence-tracker.ts'
import type { ReceivedEvent, SocketFeature } from './socket-feature.ts'
import { createListenerAttacher } from './socket-listeners.ts'

const SOCKETS_PER_ADDRESS = 100
const CONCURRENT_SESSION_CHECKS_MAX = 2
/** The longest pause between two closes while draining: a few sockets need not be spread over the whole drain time. */
const CLOSE_INTERVAL_MS = 20

const SERVER_OPTIONS = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  // `Connection` counts pings and answers them.
  autoPong: false,
  maxPayload: 64 * 1024,
  maxFragments: 16,
  maxBufferedChunks: 1024,
  closeTimeout: 1_500,
}

/** The open sockets of this process. It knows no feature: features register for the events that they handle. */
export class Gateway {
  readonly #deps: Deps
  readonly timings: GatewayTimings
  readonly #log: FastifyBaseLogger
  readonly #server = new WebSocketServer(SERVER_OPTIONS)
  readonly #connections = new Map<WebSocket, Connection>()
  readonly #socketsByAddress = new Map<string, number>()
  readonly #registry: ConnectionRegistry
  readonly #timers: NodeJS.Timeout[]
  readonly #sessionChecks = new Semaphore({ concurrency: CONCURRENT_SESSION_CHECKS_MAX })
  readonly #isRelaxed: boolean
  readonly #handlers: ConnectionHandlers
  readonly #attachListeners: (webSocket: WebSocket) => void
  readonly #router = new EventRouter()
  readonly #features: SocketFeature[] = []
  readonly #pollers: FeaturePoller[] = []
  readonly #presence: PresenceTracker

  constructor(deps: Deps, timings: GatewayTimings, log: FastifyBaseLogger) {
    this.#deps = deps
    this.timings = timings
    this.#log = log
    this.#isRelaxed = deps.config.LIMITS === 'relaxed'
    this.#registry = new ConnectionRegistry(deps.bus, (memberId, event) =>
      this.#onBusEvent(memberId, event),
    )
    this.#presence = new PresenceTracker({
      deps,
      timings,
      log,
      members: this,
      features: this.#features,
    })
    this.#handlers = {
      router: this.#router,
      isRelaxed: this.#isRelaxed,
      onIdentityMismatch: ({ memberId }) =>
        log.warn({ memberId }, 'socket closed: its auth event names another member'),
      onAuthEvent: (connection) => this.#registerConnection(connection),
      onEvent: (connection, event) => this.#handleEvent(connection, event),
    }
    this.#attachListeners = createListenerAttacher(this.#connections, (webSocket, connection) =>
      this.#removeConnection(webSocket, connection),
    )
    this.#timers = [
      setInterval(() => this.#checkTimeouts(), timings.timeoutCheckIntervalMs).unref(),
      setInterval(
        () => void this.#checkSessions([...this.#connections.values()]),
        timings.sessionCheckIntervalMs,
      ).unref(),
    ]
  }

  get size(): number {
    return this.#connections.size
  }

  /** How far the clients of this process are behind. */
  measureBacklog(): { bufferedBytes: number; stalledSockets: number } {
    const backlog = { bufferedBytes: 0, stalledSockets: 0 }
    for (const connection of this.#connections.values()) {
      backlog.bufferedBytes += connection.bufferedBytes
      if (connection.isStalled) backlog.stalledSockets += 1
    }
    return backlog
  }

  get memberCount(): number {
    return this.#registry.size
  }

  /** The members with a socket on this process. */
  memberIds(): string[] {
    return this.#registry.memberIds()
  }

  isMemberConnected(memberId: string): boolean {
    return this.#registry.getConnections(memberId).length > 0
  }

  /** Sends to the sockets of a member on this process only, once their session was looked at. Returns whether there is one. */
  push(memberId: string, event: string): boolean {
    return this.pushToAll([memberId], event)
  }

  /** The same for several members. */
  pushToAll(memberIds: readonly string[], event: string): boolean {
    const frame = new EventFrame(event)
    let isPushed = false
    for (const memberId of memberIds) {
      for (const connection of this.#registry.getConnections(memberId)) {
        if (!connection.isOpen) continue
        connection.pushFrame(frame)
        isPushed = true
      }
    }
    return isPushed
  }

  /** The client events that features have registered. */
  get clientEventTypes(): string[] {
    return this.#router.clientEventTypes
  }

  /** Adds a feature. Throws if another one handles one of its events, which prevents startup. */
  register(feature: SocketFeature): void {
    this.#router.add(feature)
    this.#features.push(feature)
    const { name, poll } = feature
    const { bus } = this.#deps
    const options = { name, bus, timings: this.timings, log: this.#log }
    if (poll) this.#pollers.push(new FeaturePoller({ ...options, poll }))
  }

  /** Whether the address may open one more socket. */
  canAcceptSocketFrom(address: string): boolean {
    return this.#isRelaxed || (this.#socketsByAddress.get(address) ?? 0) < SOCKETS_PER_ADDRESS
  }

  /** Completes the WebSocket handshake of an authenticated request. */
  acceptUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, identity: Identity): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#connections.set(
        webSocket,
        new Connection({ socket: webSocket, stream: socket }, identity, this.#handlers),
      )
      const { address } = identity
      this.#socketsByAddress.set(address, (this.#socketsByAddress.get(address) ?? 0) + 1)
      this.#attachListeners(webSocket)
    })
  }

  /** Closes all sockets, spread over `withinMs`, so that the clients do not all reconnect elsewhere at once. */
  async drain(withinMs: number): Promise<void> {
    const connections = [...this.#connections.values()]
    const intervalMs = Math.min(CLOSE_INTERVAL_MS, withinMs / Math.max(1, connections.length))
    const startedAt = Date.now()
    for (const [index, connection] of connections.entries()) {
      const waitMs = startedAt + index * intervalMs - Date.now()
      if (waitMs >= 1) await wait(waitMs)
      connection.close(CloseCode.restart)
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#presence.close()
    for (const poller of this.#pollers) poller.close()
    for (const connection of this.#connections.values()) connection.close(CloseCode.restart)
    const deadline = Date.now() + 1_000
    while (this.#connections.size > 0 && Date.now() < deadline) await wait(10)
    for (const connection of this.#connections.values()) connection.terminate()
    this.#server.close()
  }

  async #registerConnection(connection: Connection): Promise<void> {
    await this.#registry.add(connection)
    // The session may have ended after the upgrade but before the subscription, so its event was missed.
    const isChecked = await this.#sessionChecks.run(() => this.#checkSessions([connection]))
    // The client comes again. An ended session must not get in because the database did not answer.
    if (!isChecked) connection.close(CloseCode.restart)
    if (connection.isClosing) return
    connection.confirmAuthentication()
    this.#presence.handleConnect(connection)
  }

  async #handleEvent(connection: Connection, event: ReceivedEvent): Promise<void> {
    try {
      await this.#router.handleEvent(connection, event)
    } catch (error) {
      const { message, code } = toRefusal(error)
      if (code === 'internal') this.#log.error(error, 'socket event failed')
      if (code === 'unavailable')
        this.#log.warn(error, 'socket event failed: a dependency is unavailable')
      const tempId = getTempId(event)
      connection.push(
        serializeSocketEvent({
          type: 'error',
          code,
          message,
          ...(tempId !== undefined && { tempId }),
        }),
      )
    }
  }

  #removeConnection(webSocket: WebSocket, connection: Connection): void {
    this.#connections.delete(webSocket)
    // The socket is closed already: this marks the connection, so that its queued events are dropped and nothing more is sent.
    connection.close(CloseCode.signedOut)
    const { address, memberId } = connection.identity
    const remaining = (this.#socketsByAddress.get(address) ?? 1) - 1
    if (remaining > 0) this.#socketsByAddress.set(address, remaining)
    else this.#socketsByAddress.delete(address)
    for (const { onDisconnect } of this.#features) onDisconnect?.(connection)
    if (this.#registry.remove(connection)) this.#presence.handleDisconnect(memberId)
  }

  #onBusEvent(memberId: string, event: string): void {
    if (event === SESSIONS_CHANGED) {
      return void this.#checkSessions(this.#registry.getConnections(memberId))
    }
    if (this.push(memberId, event)) this.#router.reportDelivered(memberId, event)
  }

  #checkTimeouts(): void {
    const now = Date.now()
    for (const connection of this.#connections.values()) connection.checkTimeouts(now, this.timings)
  }

  /** Closes the sockets whose sessions have ended. While PostgreSQL is unavailable all stay open, and it returns false. */
  async #checkSessions(connections: readonly Connection[]): Promise<boolean> {
    const ids = new Set(connections.map(({ identity }) => identity.sessionId))
    if (ids.size === 0) return true
    try {
      const live = await selectLiveSessions(this.#deps.db, [...ids])
      for (const connection of connections) {
        if (!live.has(connection.identity.sessionId)) connection.close(CloseCode.signedOut)
      }
      return true
    } catch (error) {
      this.#log.warn(error, 'session check of sockets failed; they stay open until the next check')
      return false
    }
  }
}
