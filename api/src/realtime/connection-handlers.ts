import type { Connection } from './connection.ts'
import type { EventRouter } from './event-router.ts'
import type { ReceivedEvent } from './socket-feature.ts'

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
