import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'
import type { GatewayTimings } from './gateway-timings.ts'
import { isLiveMember } from './live-sessions.ts'
import { deleteLastSeen, Presence } from './presence.ts'
import type { ClientConnection, SocketFeature } from './socket-feature.ts'

/** Limited so that messages are not delayed when all members reconnect at once. */
const CONNECT_CONCURRENCY = 4
/** Limited because a dead process may have had thousands of members. */
const DEPARTURES_BATCH_SIZE = 200

/** The members with a socket on this process. */
interface ConnectedMembers {
  memberIds(): string[]
  isMemberConnected(memberId: string): boolean
}

interface Options {
  deps: Pick<Deps, 'db' | 'redis' | 'bus'>
  members: ConnectedMembers
  /** May grow while the tracker runs. */
  features: readonly SocketFeature[]
  timings: GatewayTimings
  log: FastifyBaseLogger
}

/**
 * Registers the members of this process in Redis, and tells the features who goes online and who is offline: also the
 * members of processes that have died. Does nothing while Redis is down.
 */
export class PresenceTracker {
  readonly #options: Options
  readonly #presence: Presence
  /** The members registered in Redis for this process. */
  readonly #onlineMembers = new Set<string>()
  readonly #disconnectedAt = new Map<string, number>()
  readonly #timers: NodeJS.Timeout[]
  #connectQueue: ClientConnection[] = []
  #activeConnects = 0
  #isAnnouncingDepartures = false
  /** A member connected while Redis was down. */
  #needsReregister = false

  constructor(options: Options) {
    this.#options = options
    const { redis, bus } = options.deps
    this.#presence = new Presence(redis, bus.id)
    const { presenceIntervalMs } = options.timings
    // The heartbeat has a timer of its own: announcing many departures must not delay it, or this process would look dead.
    this.#timers = [
      setInterval(() => void this.#sendHeartbeat(), presenceIntervalMs).unref(),
      setInterval(() => void this.#announceDepartures(), presenceIntervalMs).unref(),
    ]
  }

  handleConnect(connection: ClientConnection): void {
    this.#disconnectedAt.delete(connection.memberId)
    this.#connectQueue.push(connection)
    if (this.#activeConnects < CONNECT_CONCURRENCY) void this.#drainConnectQueue()
  }

  /** The member's last socket on this process has closed. */
  handleDisconnect(memberId: string): void {
    this.#disconnectedAt.set(memberId, Date.now())
  }

  /** Announces nothing: other processes notice the missing heartbeat and announce the members who did not reconnect. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#connectQueue = []
  }

  async #drainConnectQueue(): Promise<void> {
    this.#activeConnects += 1
    for (
      let connection = this.#connectQueue.shift();
      connection;
      connection = this.#connectQueue.shift()
    ) {
      const next = connection
      if (!(await this.#runIfRedisIsUp(() => this.#announceConnect(next))))
        this.#needsReregister = true
    }
    this.#activeConnects -= 1
  }

  async #announceConnect(connection: ClientConnection): Promise<void> {
    const { memberId } = connection
    // The member disconnected while waiting in the queue.
    if (!this.#options.members.isMemberConnected(memberId)) return
    const isNew = !this.#onlineMembers.has(memberId)
    this.#onlineMembers.add(memberId)
    const isElsewhere = isNew && (await this.#presence.isOnlineElsewhere(memberId))
    // Registered before the features look up others: of two members who connect at once, at least the second sees the first.
    if (isNew) await this.#presence.addMembers([memberId])
    const isFirst = isNew && !isElsewhere
    await this.#callFeatures((feature) => feature.onConnect?.(connection, isFirst))
  }

  async #sendHeartbeat(): Promise<void> {
    if (this.#onlineMembers.size === 0 && !this.#needsReregister) return
    await this.#runIfRedisIsUp(async () => {
      if ((await this.#presence.sendHeartbeat()) || this.#needsReregister)
        await this.#registerAllMembers()
    })
  }

  /** Runs when Redis has lost the entry of this process or lacks some of its members. */
  async #registerAllMembers(): Promise<void> {
    for (const memberId of this.#options.members.memberIds()) this.#onlineMembers.add(memberId)
    await this.#presence.addMembers([...this.#onlineMembers])
    this.#needsReregister = false
  }

  async #announceDepartures(): Promise<void> {
    const isIdle = this.#onlineMembers.size + this.#disconnectedAt.size === 0
    if (this.#isAnnouncingDepartures || isIdle) return
    this.#isAnnouncingDepartures = true
    await this.#runIfRedisIsUp(async () => {
      for (const memberId of this.#listDepartedMembers()) {
        this.#onlineMembers.delete(memberId)
        await this.#presence.removeMember(memberId)
        this.#disconnectedAt.delete(memberId)
        await this.#announceOffline([memberId])
      }
      await this.#presence.reapDeadProcesses()
      await this.#announceOffline(await this.#presence.claimDepartures(DEPARTURES_BATCH_SIZE))
    })
    this.#isAnnouncingDepartures = false
  }

  #listDepartedMembers(): string[] {
    const due = Date.now() - this.#options.timings.offlineDelayMs
    const departed = [...this.#disconnectedAt].filter(([, disconnectedAt]) => disconnectedAt <= due)
    return departed.slice(0, DEPARTURES_BATCH_SIZE).map(([memberId]) => memberId)
  }

  /** One failure does not stop the others: its departure is claimed again later. */
  async #announceOffline(memberIds: string[]): Promise<void> {
    const failures: unknown[] = []
    for (const memberId of memberIds) {
      await this.#announceDeparture(memberId).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }

  /** Completes the departure last: until then another process announces it if this one dies. */
  async #announceDeparture(memberId: string): Promise<void> {
    const isOnline =
      this.#onlineMembers.has(memberId) || (await this.#presence.isOnlineElsewhere(memberId))
    if (!isOnline) {
      const lastSeen = await this.#recordLastSeen(memberId)
      await this.#callFeatures((feature) => feature.onOffline?.(memberId, lastSeen))
    }
    await this.#presence.completeDeparture(memberId)
  }

  /** Null for a deleted member, who has no presence. */
  async #recordLastSeen(memberId: string): Promise<string | null> {
    const { db, redis } = this.#options.deps
    const lastSeen = await this.#presence.recordLastSeen(memberId)
    // Checked after recording: a deletion that commits later removes the time itself.
    if (await isLiveMember(db, memberId)) return lastSeen
    await deleteLastSeen(redis, memberId)
    return null
  }

  async #callFeatures(call: (feature: SocketFeature) => Promise<void> | undefined): Promise<void> {
    const results = await Promise.allSettled(
      this.#options.features.map(async (feature) => call(feature)),
    )
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
  }

  async #runIfRedisIsUp(operation: () => Promise<void>): Promise<boolean> {
    if (!this.#options.deps.bus.isConnected) return false
    try {
      await operation()
      return true
    } catch (error) {
      this.#options.log.warn(error, 'presence update failed; retried at the next interval')
      return false
    }
  }
}
