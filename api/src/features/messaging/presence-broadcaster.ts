import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { ClientConnection, Gateway } from '../../realtime/gateway.ts'
import type { GatewayTimings } from '../../realtime/gateway-timings.ts'
import { deleteLastSeen, Presence, type PresenceStatus } from '../../realtime/presence.ts'
import { hasMember } from '../accounts/people.ts'
import { formatStatusEvent } from './events.ts'
import { selectPeers } from './peers.ts'

/** Limited so that messages are not delayed when all members reconnect at once. */
const ANNOUNCE_CONCURRENCY = 4
/** Limited because a dead process may have had thousands of members. */
const OFFLINE_BATCH_SIZE = 200

/**
 * Notifies a member's peers when the member goes online or offline, and sends a newly connected member the status of their
 * peers. Does nothing while Redis is down.
 */
export class PresenceBroadcaster {
  readonly #deps: Deps
  readonly #gateway: Gateway
  readonly #timings: GatewayTimings
  readonly #log: FastifyBaseLogger
  readonly #presence: Presence
  /** The members registered in Redis for this process. */
  readonly #onlineMembers = new Set<string>()
  readonly #disconnectedAt = new Map<string, number>()
  readonly #timers: NodeJS.Timeout[]
  /** The members of dead processes, until it is checked whether they reconnected elsewhere. */
  #orphanedMembers: string[] = []
  #connectQueue: ClientConnection[] = []
  #activeAnnouncers = 0
  #isAnnouncingOffline = false
  /** A member connected while Redis was down. */
  #needsReregister = false

  constructor(deps: Deps, gateway: Gateway, log: FastifyBaseLogger) {
    this.#deps = deps
    this.#gateway = gateway
    this.#timings = gateway.timings
    this.#log = log
    this.#presence = new Presence(deps.redis, deps.bus.id)
    // The heartbeat has a timer of its own: announcing many departures must not delay it, or this process would look dead.
    this.#timers = [
      setInterval(() => void this.#sendHeartbeat(), this.#timings.presenceIntervalMs).unref(),
      setInterval(() => void this.#announceDepartures(), this.#timings.presenceIntervalMs).unref(),
    ]
  }

  handleConnect(connection: ClientConnection): void {
    this.#disconnectedAt.delete(connection.memberId)
    this.#connectQueue.push(connection)
    if (this.#activeAnnouncers < ANNOUNCE_CONCURRENCY) void this.#drainConnectQueue()
  }

  handleDisconnect(memberId: string): void {
    this.#disconnectedAt.set(memberId, Date.now())
  }

  /** Announces nothing: other processes notice the missing heartbeat and announce the members who did not reconnect. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#connectQueue = []
  }

  async #drainConnectQueue(): Promise<void> {
    this.#activeAnnouncers += 1
    for (
      let connection = this.#connectQueue.shift();
      connection;
      connection = this.#connectQueue.shift()
    ) {
      const next = connection
      if (!(await this.#runIfRedisIsUp(() => this.#announceOnline(next))))
        this.#needsReregister = true
    }
    this.#activeAnnouncers -= 1
  }

  async #announceOnline(connection: ClientConnection): Promise<void> {
    const { memberId } = connection
    // The member disconnected while waiting in the queue.
    if (!this.#gateway.isMemberConnected(memberId)) return
    const isNew = !this.#onlineMembers.has(memberId)
    this.#onlineMembers.add(memberId)
    const isElsewhere = isNew && (await this.#presence.isOnlineElsewhere(memberId))
    // Registered before the peers are looked up: of two members who connect at once, at least the second sees the first.
    if (isNew) await this.#presence.addMembers([memberId])
    const statuses = await this.#readPeerStatuses(memberId)
    if (isNew && !isElsewhere)
      this.#publishStatus(statuses, memberId, { isOnline: true, lastSeen: null })
    for (const [peerId, status] of statuses) {
      if (status.isOnline || status.lastSeen !== null)
        connection.push(formatStatusEvent(peerId, status))
    }
  }

  async #sendHeartbeat(): Promise<void> {
    if (this.#onlineMembers.size === 0 && !this.#needsReregister) return
    await this.#runIfRedisIsUp(async () => {
      if ((await this.#presence.sendHeartbeat()) || this.#needsReregister)
        await this.#registerAllMembers()
    })
  }

  async #announceDepartures(): Promise<void> {
    if (
      this.#isAnnouncingOffline ||
      this.#onlineMembers.size + this.#disconnectedAt.size + this.#orphanedMembers.length === 0
    )
      return
    this.#isAnnouncingOffline = true
    await this.#runIfRedisIsUp(async () => {
      const due = Date.now() - this.#timings.offlineDelayMs
      const departed = [...this.#disconnectedAt].filter(
        ([, disconnectedAt]) => disconnectedAt <= due,
      )
      for (const [memberId] of departed.slice(0, OFFLINE_BATCH_SIZE))
        await this.#removeMember(memberId)
      this.#orphanedMembers.push(...(await this.#presence.reapDeadProcesses()))
      for (const memberId of this.#orphanedMembers.slice(0, OFFLINE_BATCH_SIZE)) {
        await this.#announceOffline(memberId)
        this.#orphanedMembers.shift()
      }
    })
    this.#isAnnouncingOffline = false
  }

  /** Runs when Redis has lost the entry of this process or lacks some of its members. */
  async #registerAllMembers(): Promise<void> {
    for (const memberId of this.#gateway.memberIds()) this.#onlineMembers.add(memberId)
    await this.#presence.addMembers([...this.#onlineMembers])
    this.#needsReregister = false
  }

  async #removeMember(memberId: string): Promise<void> {
    this.#onlineMembers.delete(memberId)
    await this.#presence.removeMember(memberId)
    this.#disconnectedAt.delete(memberId)
    await this.#announceOffline(memberId)
  }

  async #announceOffline(memberId: string): Promise<void> {
    if (this.#onlineMembers.has(memberId) || (await this.#presence.isOnlineElsewhere(memberId)))
      return
    const lastSeen = await this.#presence.recordLastSeen(memberId)
    // Checked after recording: a deletion that commits later removes the time itself.
    const isDeleted = !(await hasMember(this.#deps.db, memberId))
    if (isDeleted) await deleteLastSeen(this.#deps.redis, memberId)
    this.#publishStatus(await this.#readPeerStatuses(memberId), memberId, {
      isOnline: false,
      lastSeen: isDeleted ? null : lastSeen,
    })
  }

  async #readPeerStatuses(memberId: string): Promise<Map<string, PresenceStatus>> {
    return this.#presence.readStatuses(await selectPeers(this.#deps.db, memberId))
  }

  #publishStatus(
    peers: Map<string, PresenceStatus>,
    memberId: string,
    status: PresenceStatus,
  ): void {
    const event = formatStatusEvent(memberId, status)
    for (const [peerId, { isOnline }] of peers) {
      if (isOnline) this.#deps.bus.publish(peerId, event)
    }
  }

  async #runIfRedisIsUp(operation: () => Promise<void>): Promise<boolean> {
    if (!this.#deps.bus.isConnected) return false
    try {
      await operation()
      return true
    } catch (error) {
      this.#log.warn(error, 'presence update failed; retried at the next interval')
      return false
    }
  }
}
