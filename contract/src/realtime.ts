import { z } from 'zod/mini'
import { ErrorCode } from './errors.ts'
import { messagingClientEvents, messagingServerEvents } from './messaging.ts'
import { Id, TempId, Timestamp } from './primitives.ts'

/** Everything a browser may say on /ws. `auth` is a claim: the session cookie says who it is. */
export const ClientEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), userId: Id, timestamp: Timestamp }),
  ...messagingClientEvents,
])
export type ClientEvent = z.infer<typeof ClientEvent>

/** Everything the server may say on /ws. */
export const ServerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth_success') }),
  /** With the `tempId` of the message that could not be sent, if it was one. */
  z.object({
    type: z.literal('error'),
    code: z.optional(ErrorCode),
    message: z.string(),
    tempId: z.optional(TempId),
  }),
  ...messagingServerEvents,
])
export type ServerEvent = z.infer<typeof ServerEvent>

/** Why the server ends a socket. Never 1001: browsers would not come back after it. */
export const CloseCode = {
  signedOut: 1000,
  policy: 1008,
  restart: 1012,
  overload: 1013,
} as const
