import { z } from 'zod/mini'
import { ErrorCode } from './errors.ts'
import { Id, TempId, Timestamp } from './primitives.ts'

/** The first event that a browser sends on /ws. It is only a claim: the session cookie identifies the member. */
export const AuthEvent = z.object({
  type: z.literal('auth'),
  userId: Id,
  /** The clock of the browser, as an ISO text or in milliseconds. Nothing depends on it. */
  timestamp: z.union([Timestamp, z.number()]),
})

/** The events of the connection itself, which belong to no feature. */
export const socketServerEvents = [
  z.object({ type: z.literal('auth_success') }),
  /** `tempId` is that of the client event that failed, if it had one. */
  z.object({
    type: z.literal('error'),
    code: z.optional(ErrorCode),
    message: z.string(),
    tempId: z.optional(TempId),
  }),
] as const
export type SocketServerEvent = z.infer<(typeof socketServerEvents)[number]>

/** Why the server closes a socket. Never 1001: the web client would not reconnect after it. */
export const CloseCode = {
  signedOut: 1000,
  policy: 1008,
  restart: 1012,
  overload: 1013,
} as const
