import { z } from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Count, Id, successReply } from './primitives.ts'

/** The roles that a mail asks about. */
const AskedRole = z.object({
  _id: Id,
  title: z.string(),
  post: z.object({ _id: Id, title: z.string() }),
  confirmedOn: z.iso.date(),
})
const tokenParams = z.object({ token: z.string().check(z.maxLength(200)) })

/** The open and paused roles of the member whom the token of the mail names, signed in or not; `me` is the signed-in member. Confirms nothing. */
export const readStillOpen = defineEndpoint({
  method: 'GET',
  url: '/api/roles/still-open/:token',
  access: 'public',
  errors: ['not-found'],
  schema: {
    params: tokenParams,
    response: { 200: successReply({ data: z.array(AskedRole) }) },
  },
})

/** Confirms the roles that are still open and closes the others of those that are named. */
export const answerStillOpen = defineEndpoint({
  method: 'PUT',
  url: '/api/roles/still-open/:token',
  access: 'public',
  csrf: 'origin',
  errors: ['not-found'],
  schema: {
    params: tokenParams,
    body: z.object({
      open: z.array(Id).check(z.maxLength(100)),
      closed: z.array(Id).check(z.maxLength(100)),
    }),
    response: { 200: successReply({ confirmed: Count, closed: Count }) },
  },
})
