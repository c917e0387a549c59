import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Id, successReply, Timestamp } from '../primitives.ts'

/** A signed-in browser of the member. */
export const Session = z.object({
  _id: Id,
  device: z.string(),
  signedInAt: Timestamp,
  lastSeenAt: Timestamp,
  isThisOne: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = defineEndpoint({
  method: 'GET',
  url: '/api/users/sessions',
  access: 'member',
  schema: { response: { 200: successReply({ data: z.array(Session) }) } },
})

export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  url: '/api/users/sessions/others',
  access: 'member',
  restriction: 'none',
  schema: { response: { 200: successReply({ message: z.string() }) } },
})
