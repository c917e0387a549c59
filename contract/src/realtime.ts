import { z } from 'zod/mini'
import { ErrorCode } from './errors.ts'
import { messagingClientEvents, messagingServerEvents } from './messaging.ts'
import { Id, TempId, Timestamp } from './primitives.ts'

/** All events that a browser may send on /ws. `auth` is only a claim: the session cookie identifies the member. */
export const ClientEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), userId: Id, timestamp: Timestamp }),
  ...messagingClientEvents,
])
export type ClientEvent = z.infer<typeof ClientEvent>

/** All events that the server may send on /ws. */
export const ServerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth_success') }),
  /** `tempId` is that of the message that could not be sent, if the error is about one. */
  z.object({
    type: z.literal('error'),
    code: z.optional(ErrorCode),
    message: z.string(),
    tempId: z.optional(TempId),
  }),
  ...messagingServerEvents,
])
export type ServerEvent = z.infer<typeof ServerEvent>

/** Why the server closes a socket. Never 1001: the web client would not reconnect after it. */
export const CloseCode = {
  signedOut: 1000,
  policy: 1008,
  restart: 1012,
  overload: 1013,
} as const
