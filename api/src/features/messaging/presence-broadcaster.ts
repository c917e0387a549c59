import type { Deps } from '../../platform/deps.ts'
import { Presence, type PresenceStatus } from '../../platform/realtime/presence.ts'
import type { ClientConnection } from '../../platform/realtime/socket-feature.ts'
import { formatStatusEvent } from './events.ts'
import { selectPeers } from './peers.ts'

/** Notifies a member's peers when the member goes online or offline, and sends a new socket the status of the peers. */
export class PresenceBroadcaster {
  readonly #deps: Deps
  readonly #presence: Presence

  constructor(deps: Deps) {
    this.#deps = deps
    this.#presence = new Presence(deps.redis, deps.bus.id)
  }

  async announceOnline(connection: ClientConnection, isFirst: boolean): Promise<void> {
    const { memberId } = connection
    const peers = await this.#readPeerStatuses(memberId)
    if (isFirst) this.#publishStatus(peers, memberId, { isOnline: true, lastSeen: null })
    for (const [peerId, status] of peers) {
      if (status.isOnline || status.lastSeen !== null)
        connection.push(formatStatusEvent(peerId, status))
    }
  }

  async announceOffline(memberId: string, lastSeen: string | null): Promise<void> {
    const peers = await this.#readPeerStatuses(memberId)
    this.#publishStatus(peers, memberId, { isOnline: false, lastSeen })
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
}
