import { CloseCode } from '@dolph/contract/socket'
import type { Bus, BusListener, Subscription } from './bus.ts'
import type { Connection } from './connection.ts'

const SOCKETS_PER_MEMBER = 10

interface MemberConnections {
  connections: Connection[]
  subscription: Subscription
}

/** The members with a socket on this process; each is subscribed on the bus while it has one. */
export class ConnectionRegistry {
  readonly #members = new Map<string, MemberConnections>()
  readonly #bus: Bus
  readonly #listener: BusListener

  constructor(bus: Bus, listener: BusListener) {
    this.#bus = bus
    this.#listener = listener
  }

  get size(): number {
    return this.#members.size
  }

  memberIds(): string[] {
    return [...this.#members.keys()]
  }

  getConnections(memberId: string): readonly Connection[] {
    return this.#members.get(memberId)?.connections ?? []
  }

  /** Resolves when events of the member reach this process. */
  add(connection: Connection): Promise<void> {
    const { memberId } = connection
    const member = this.#members.get(memberId)
    if (!member) {
      const subscription = this.#bus.subscribe(memberId, this.#listener)
      this.#members.set(memberId, { connections: [connection], subscription })
      return subscription.ready
    }
    if (member.connections.length >= SOCKETS_PER_MEMBER) {
      member.connections[0]?.close(CloseCode.policy)
      member.connections = member.connections.slice(1)
    }
    member.connections = [...member.connections, connection]
    return member.subscription.ready
  }

  /** True if it was the member's last socket here. */
  remove(connection: Connection): boolean {
    const member = this.#members.get(connection.memberId)
    if (!member?.connections.includes(connection)) return false
    member.connections = member.connections.filter((each) => each !== connection)
    if (member.connections.length > 0) return false
    member.subscription.unsubscribe()
    return this.#members.delete(connection.memberId)
  }
}
