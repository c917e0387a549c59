import type { SafetyServerEvent } from '@dolph/contract/safety/safety'
import type { Deps } from '../../platform/deps.ts'
import { Presence, type PresenceStatus } from '../../platform/realtime/presence.ts'
import { formatStatusEvent } from './events.ts'
import { hasOpenConversation } from './peers.ts'

interface MemberSockets {
  push(memberId: string, event: string): void
}

const UNKNOWN_STATUS: PresenceStatus = { isOnline: false, lastSeen: null }

/** Withholds the presence of a peer from the member's sockets on this process after a block, and sends it again after the unblock. */
export class PresenceAfterBlock {
  readonly #deps: Pick<Deps, 'db' | 'redis' | 'bus'>
  readonly #sockets: MemberSockets
  readonly #presence: Presence

  constructor(deps: Pick<Deps, 'db' | 'redis' | 'bus'>, sockets: MemberSockets) {
    this.#deps = deps
    this.#sockets = sockets
    this.#presence = new Presence(deps.redis, deps.bus.id)
  }

  /** `event` is a `relation_changed` that was sent to the member. Presence is only a hint: a failure is ignored. */
  async update(memberId: string, event: string): Promise<void> {
    const { userId: peerId } = JSON.parse(event) as SafetyServerEvent
    const status = await this.#readStatus(memberId, peerId).catch(() => UNKNOWN_STATUS)
    this.#sockets.push(memberId, formatStatusEvent(peerId, status))
  }

  async #readStatus(memberId: string, peerId: string): Promise<PresenceStatus> {
    const isOpen = await hasOpenConversation(this.#deps.db, { memberId, peerId })
    const statuses = isOpen ? await this.#presence.readStatuses([peerId]) : undefined
    return statuses?.get(peerId) ?? UNKNOWN_STATUS
  }
}
