import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Count, Id, successReply } from '../primitives.ts'

/** A role that the mail "Still open?" asks about. */
const StillOpenRole = z.object({
  _id: Id,
  title: z.string(),
  post: z.object({ _id: Id, title: z.string() }),
  confirmedOn: z.iso.date(),
})
const tokenParams = z.object({ token: z.string().check(z.maxLength(200)) })

/**
 * Lists the open and paused roles of the member whom the token of the mail names, signed in or not; `me` is the signed-in member. A token
 * is valid for 30 days.
 * Reading confirms nothing, because mail scanners open links.
 */
export const readStillOpen = defineEndpoint({
  method: 'GET',
  url: '/api/roles/still-open/:token',
  access: 'public',
  errors: ['not-found'],
  schema: {
    params: tokenParams,
    response: { 200: successReply({ data: z.array(StillOpenRole) }) },
  },
})

/** Confirms the roles in `open` and closes those in `closed`. */
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
