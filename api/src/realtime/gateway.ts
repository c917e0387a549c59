import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { CloseCode, type ClientEvent } from '@dolph/contract/realtime'
import type { FastifyBaseLogger } from 'fastify'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { Deps } from '../deps.ts'
import { explain } from '../http/error-handler.ts'
import { Semaphore } from '../semaphore.ts'
import { Audience } from './audience.ts'
import { SESSIONS_CHANGED } from './bus.ts'
import { Connection, type Identity, type Surroundings } from './connection.ts'
import { write } from './frames.ts'
import type { Pace } from './pace.ts'
import { selectLiveSessions } from './sessions.ts'

const SOCKETS_PER_ADDRESS = 100
const CHECKS_AT_ONCE = 2
/** Few sockets are not kept waiting for a spread that only many need. */
const CLOSE_EACH_MS = 20

const SERVER = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: 64 * 1024,
  maxFragments: 16,
  maxBufferedChunks: 1024,
  closeTimeout: 5_000,
}

/** The one who speaks on a socket, as a feature sees them. */
export type Caller = Pick<Connection, 'memberId' | 'push'>

/** What events mean is the business of a feature. */
export interface SocketFeature {
  onEvent: (caller: Caller, event: ClientEvent) => Promise<void>
  /** A socket is authenticated. */
  onOpen: (caller: Caller) => void
  /** The last socket of the member on this process has gone. */
  onLeave: (memberId: string) => void
  /** An event reached the member's sockets here. */
  onHeard: (memberId: string, event: string) => void
  close: () => void
}

/** The open sockets of this process. */
export class Gateway {
  readonly #deps: Deps
  readonly pace: Pace
  readonly #log: FastifyBaseLogger
  readonly #server = new WebSocketServer(SERVER)
  readonly #connections = new Map<WebSocket, Connection>()
  readonly #addresses = new Map<string, number>()
  readonly #audience: Audience
  readonly #timers: NodeJS.Timeout[]
  readonly #checks = new Semaphore({ concurrency: CHECKS_AT_ONCE })
  readonly #isRelaxed: boolean
  readonly #around: Surroundings
  readonly #listenTo: (webSocket: WebSocket) => void
  #feature: SocketFeature | null = null

  constructor(deps: Deps, pace: Pace, log: FastifyBaseLogger) {
    this.#deps = deps
    this.pace = pace
    this.#log = log
    this.#isRelaxed = deps.config.LIMITS === 'relaxed'
    this.#audience = new Audience(deps.bus, (memberId, event) => this.#hear(memberId, event))
    this.#around = {
      isRelaxed: this.#isRelaxed,
      suspect: ({ memberId }) => log.warn({ memberId }, 'a socket claims to be another member'),
      join: (connection) => this.#join(connection),
      handle: (connection, event) => this.#handle(connection, event),
    }
    this.#listenTo = listenFor(this.#connections, (webSocket, connection) =>
      this.#forget(webSocket, connection),
    )
    this.#timers = [
      setInterval(() => this.#sweep(), pace.sweepMs).unref(),
      setInterval(
        () => void this.#recheck([...this.#connections.values()]),
        pace.recheckMs,
      ).unref(),
    ]
  }

  get size(): number {
    return this.#connections.size
  }

  /** Everybody who has a socket here. */
  memberIds(): string[] {
    return this.#audience.ids()
  }

  isHere(memberId: string): boolean {
    return this.#audience.connectionsOf(memberId).length > 0
  }

  /** Sends to the sockets of a member on this process only. */
  push(memberId: string, event: string): void {
    for (const connection of this.#audience.connectionsOf(memberId)) connection.push(event)
  }

  serve(feature: SocketFeature): void {
    this.#feature = feature
  }

  /** Whether one more may come from there. */
  hasRoomFor(address: string): boolean {
    return this.#isRelaxed || (this.#addresses.get(address) ?? 0) < SOCKETS_PER_ADDRESS
  }

  /** Makes a socket of a request whose caller is known. */
  open(request: IncomingMessage, socket: Duplex, head: Buffer, identity: Identity): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#connections.set(webSocket, new Connection(webSocket, identity, this.#around))
      const { address } = identity
      this.#addresses.set(address, (this.#addresses.get(address) ?? 0) + 1)
      this.#listenTo(webSocket)
    })
  }

  /** Sends everybody elsewhere, a few at a time, so that they do not all arrive there at once. */
  async drain(withinMs: number): Promise<void> {
    const connections = [...this.#connections.values()]
    const eachMs = Math.min(CLOSE_EACH_MS, withinMs / Math.max(1, connections.length))
    const begun = Date.now()
    for (const [nth, connection] of connections.entries()) {
      const earlyMs = begun + nth * eachMs - Date.now()
      if (earlyMs >= 1) await wait(earlyMs)
      connection.close(CloseCode.restart)
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#feature?.close()
    for (const connection of this.#connections.values()) connection.close(CloseCode.restart)
    const patience = Date.now() + 1_000
    while (this.#connections.size > 0 && Date.now() < patience) await wait(10)
    for (const connection of this.#connections.values()) connection.terminate()
    this.#server.close()
  }

  async #join(connection: Connection): Promise<void> {
    await this.#audience.add(connection)
    // The session may have ended since the upgrade, when nobody here would have heard of it.
    await this.#checks.run(() => this.#recheck([connection]))
    if (connection.isClosing) return
    connection.welcome()
    this.#feature?.onOpen(connection)
  }

  async #handle(connection: Connection, event: ClientEvent): Promise<void> {
    try {
      await this.#feature?.onEvent(connection, event)
    } catch (error) {
      const { message, code } = explain(error)
      if (code === 'internal') this.#log.error(error)
      if (code === 'unavailable') this.#log.warn(error)
      const tempId = event.type === 'new_message' ? event.tempId : undefined
      connection.push(
        write({ type: 'error', code, message, ...(tempId !== undefined && { tempId }) }),
      )
    }
  }

  #forget(webSocket: WebSocket, connection: Connection): void {
    this.#connections.delete(webSocket)
    connection.close(CloseCode.signedOut)
    const { address, memberId } = connection.identity
    const left = (this.#addresses.get(address) ?? 1) - 1
    if (left > 0) this.#addresses.set(address, left)
    else this.#addresses.delete(address)
    if (this.#audience.remove(connection)) this.#feature?.onLeave(memberId)
  }

  #hear(memberId: string, event: string): void {
    if (event === SESSIONS_CHANGED) {
      return void this.#recheck(this.#audience.connectionsOf(memberId))
    }
    this.push(memberId, event)
    this.#feature?.onHeard(memberId, event)
  }

  #sweep(): void {
    const now = Date.now()
    for (const connection of this.#connections.values()) connection.sweep(now, this.pace)
  }

  /** Ends the sockets whose sessions have ended. While PostgreSQL is away nobody is signed out. */
  async #recheck(connections: readonly Connection[]): Promise<void> {
    const ids = new Set(connections.map(({ identity }) => identity.sessionId))
    if (ids.size === 0) return
    try {
      const live = await selectLiveSessions(this.#deps.db, [...ids])
      for (const connection of connections) {
        if (!live.has(connection.identity.sessionId)) connection.close(CloseCode.signedOut)
      }
    } catch (error) {
      this.#log.warn(error, 'sessions could not be checked')
    }
  }
}

/** Listens to a socket with the same functions as to all others: there are many. */
function listenFor(
  connections: Map<WebSocket, Connection>,
  forget: (webSocket: WebSocket, connection: Connection) => void,
): (webSocket: WebSocket) => void {
  function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    // ws gives a Buffer as long as nobody asks it for something else.
    connections.get(this)?.receive(data as Buffer, isBinary)
  }
  function onPong(this: WebSocket): void {
    connections.get(this)?.onPong()
  }
  function onClose(this: WebSocket): void {
    const connection = connections.get(this)
    if (connection) forget(this, connection)
  }
  return (webSocket) => {
    webSocket.on('message', onMessage)
    webSocket.on('pong', onPong)
    webSocket.on('close', onClose)
    // A broken frame; ws ends the socket by itself.
    webSocket.on('error', ignore)
  }
}

function ignore(): void {}
