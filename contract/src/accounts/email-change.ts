import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { successReply } from '../primitives.ts'

const emailResponse = { 200: successReply({ message: z.string(), email: z.string() }) }
const MailedLink = z.object({ token: z.string().check(z.maxLength(200)) })

/** The second step of an email change: the token was sent to the new email and is valid for its member only. */
export const confirmEmail = defineEndpoint({
  method: 'POST',
  url: '/api/users/confirm-email',
  access: 'member',
  schema: { body: MailedLink, response: emailResponse },
})

/** Sets the email back to the one that the link was sent to, and signs out every browser. */
export const undoEmailChange = defineEndpoint({
  method: 'POST',
  url: '/api/users/undo-email-change',
  access: 'public',
  errors: ['conflict', 'not-signed-in'],
  schema: { body: MailedLink, response: emailResponse },
})
