import type { z } from 'zod/mini'
import type { TokenBucketLimit } from './limits/token-bucket.ts'

/** One authenticated socket, as a feature sees it. */
export interface ClientConnection {
  readonly memberId: string
  /** True once the socket is closed or about to be. */
  readonly isClosing: boolean
  /** False if the event was dropped because the client reads too slowly. */
  push(event: string): boolean
}

/** What a feature does with the sockets of this process: see `Gateway.register`. */
export interface SocketFeature {
  name: string
  /** The events that browsers send to this feature; no other feature may handle one of them. */
  clientEvents: readonly ClientEventHandler[]
  /** The events that this feature sends to browsers, if they need special handling. */
  serverEvents?: readonly ServerEventOptions[]
  /** A socket is authenticated and its member registered as online; `isFirst` if the member had no socket on any process. */
  onConnect?: (connection: ClientConnection, isFirst: boolean) => Promise<void>
  /** A socket of this process is closed, whether or not it was authenticated. */
  onDisconnect?: (connection: ClientConnection) => void
  /** The member has had no socket on any process for a while. Called again later if it rejects. */
  onOffline?: (memberId: string, lastSeen: string | null) => Promise<void>
  /** Called every two seconds, and more often while Redis is down; never while an earlier call runs. */
  poll?: () => Promise<void>
}

export interface ReceivedEvent {
  type: string
}

type ClientEventSchema = z.ZodMiniObject<{ type: z.ZodMiniLiteral<string> }>

export interface ClientEventLimits {
  /** Counted besides the limit of all frames. */
  limit?: TokenBucketLimit
  /**
   * Frames of up to `maxBytes` with this event are counted here instead of in the limit of all frames. They are
   * recognized by their raw bytes: the limit applies before a frame is parsed.
   */
  separateFrames?: TokenBucketLimit & { maxBytes: number }
}

export interface ClientEventHandler extends ClientEventLimits {
  type: string
  schema: ClientEventSchema
  /** Events of one socket are handled one after the other. A rejection is sent to the client as an error event. */
  handle(connection: ClientConnection, event: ReceivedEvent): Promise<void>
}

export interface ServerEventOptions {
  type: string
  /** Outdated within moments: dropped for a client that reads too slowly. */
  isEphemeral?: boolean
  /** An event of this type came over the bus and was pushed to the member's sockets on this process. */
  onDelivered?: (memberId: string, event: string) => void
}

/** Declares a client event: `handle` is called with what the schema has parsed. */
export function defineClientEvent<Schema extends ClientEventSchema>(
  schema: Schema,
  handle: (connection: ClientConnection, event: z.output<Schema>) => Promise<void>,
  limits: ClientEventLimits = {},
): ClientEventHandler {
  const [type] = schema.shape.type.def.values
  if (type === undefined) throw new Error('The schema of a client event names no type')
  return { type, schema, handle, ...limits }
}
