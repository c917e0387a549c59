import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'
import { write } from '../../realtime/frames.ts'
import type { Caller, Gateway } from '../../realtime/gateway.ts'
import type { Pace } from '../../realtime/pace.ts'
import { Presence, type Status } from '../../realtime/presence.ts'
import { selectPeers } from './peers.ts'

/** When everybody comes back at once, messages go first. */
const GREETED_AT_ONCE = 4
/** A process that died may have had thousands. */
const FAREWELLS_AT_ONCE = 200

/**
 * Tells the people somebody writes with that they come and go, and somebody who comes which of those are there. All of
 * it is silent while Redis is away.
 */
export class ComingsAndGoings {
  readonly #deps: Deps
  readonly #gateway: Gateway
  readonly #pace: Pace
  readonly #log: FastifyBaseLogger
  readonly #presence: Presence
  /** Those whom Redis counts to this process. */
  readonly #here = new Set<string>()
  readonly #goneAt = new Map<string, number>()
  readonly #timers: NodeJS.Timeout[]
  /** Those of processes that died, until somebody has looked whether they came back. */
  #bereft: string[] = []
  #arrived: Caller[] = []
  #greeting = 0
  #isTicking = false
  /** Somebody came while Redis was away. */
  #isBehind = false

  constructor(deps: Deps, gateway: Gateway, log: FastifyBaseLogger) {
    this.#deps = deps
    this.#gateway = gateway
    this.#pace = gateway.pace
    this.#log = log
    this.#presence = new Presence(deps.redis, deps.bus.id)
    // The sign of life has a timer of its own: however many have gone, saying so must not look like death.
    this.#timers = [
      setInterval(() => void this.#beat(), this.#pace.presenceMs).unref(),
      setInterval(() => void this.#tick(), this.#pace.presenceMs).unref(),
    ]
  }

  arrive(caller: Caller): void {
    this.#goneAt.delete(caller.memberId)
    this.#arrived.push(caller)
    if (this.#greeting < GREETED_AT_ONCE) void this.#greetAll()
  }

  leave(memberId: string): void {
    this.#goneAt.set(memberId, Date.now())
  }

  /** Others find this process dead after a while, and say who did not come back. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#arrived = []
  }

  async #greetAll(): Promise<void> {
    this.#greeting += 1
    for (let caller = this.#arrived.shift(); caller; caller = this.#arrived.shift()) {
      const each = caller
      if (!(await this.#quietly(() => this.#greet(each)))) this.#isBehind = true
    }
    this.#greeting -= 1
  }

  async #greet(caller: Caller): Promise<void> {
    const { memberId } = caller
    // Gone again before it was their turn.
    if (!this.#gateway.isHere(memberId)) return
    const isNew = !this.#here.has(memberId)
    this.#here.add(memberId)
    const isElsewhere = isNew && (await this.#presence.isElsewhere(memberId))
    // Entered before the others are looked up: of two who come together, the second finds the first.
    if (isNew) await this.#presence.enter([memberId])
    const statuses = await this.#peersOf(memberId)
    if (isNew && !isElsewhere) this.#tell(statuses, memberId, { isOnline: true, lastSeen: null })
    for (const [peerId, status] of statuses) {
      if (status.isOnline || status.lastSeen !== null) caller.push(statusEvent(peerId, status))
    }
  }

  async #beat(): Promise<void> {
    if (this.#here.size === 0 && !this.#isBehind) return
    await this.#quietly(async () => {
      if ((await this.#presence.beat()) || this.#isBehind) await this.#enterAll()
    })
  }

  async #tick(): Promise<void> {
    if (this.#isTicking || this.#here.size + this.#goneAt.size + this.#bereft.length === 0) return
    this.#isTicking = true
    await this.#quietly(async () => {
      const due = Date.now() - this.#pace.offlineMs
      const gone = [...this.#goneAt].filter(([, goneAt]) => goneAt <= due)
      for (const [memberId] of gone.slice(0, FAREWELLS_AT_ONCE)) await this.#depart(memberId)
      this.#bereft.push(...(await this.#presence.bury()))
      for (const memberId of this.#bereft.slice(0, FAREWELLS_AT_ONCE)) {
        await this.#sayOffline(memberId)
        this.#bereft.shift()
      }
    })
    this.#isTicking = false
  }

  /** Redis has forgotten this process, or has never heard of some of its members. */
  async #enterAll(): Promise<void> {
    for (const memberId of this.#gateway.memberIds()) this.#here.add(memberId)
    await this.#presence.enter([...this.#here])
    this.#isBehind = false
  }

  async #depart(memberId: string): Promise<void> {
    this.#here.delete(memberId)
    await this.#presence.leave(memberId)
    this.#goneAt.delete(memberId)
    await this.#sayOffline(memberId)
  }

  async #sayOffline(memberId: string): Promise<void> {
    if (this.#here.has(memberId) || (await this.#presence.isElsewhere(memberId))) return
    const lastSeen = await this.#presence.noteSeen(memberId)
    this.#tell(await this.#peersOf(memberId), memberId, { isOnline: false, lastSeen })
  }

  async #peersOf(memberId: string): Promise<Map<string, Status>> {
    return this.#presence.statusOf(await selectPeers(this.#deps.db, memberId))
  }

  #tell(peers: Map<string, Status>, memberId: string, status: Status): void {
    const event = statusEvent(memberId, status)
    for (const [peerId, { isOnline }] of peers) {
      if (isOnline) this.#deps.bus.publish(peerId, event)
    }
  }

  async #quietly(deed: () => Promise<void>): Promise<boolean> {
    if (!this.#deps.bus.isWhole) return false
    try {
      await deed()
      return true
    } catch (error) {
      this.#log.warn(error, 'presence was not told')
      return false
    }
  }
}

function statusEvent(userId: string, { isOnline, lastSeen }: Status): string {
  const status = isOnline ? 'online' : 'offline'
  return write({ type: 'user_status', userId, status, lastSeen: isOnline ? null : lastSeen })
}
