import { z } from 'zod/mini'
import { UserName } from './accounts.ts'
import { defineEndpoint } from '../endpoint.ts'
import { successReply } from '../primitives.ts'

/** The Google account data of a new member who has no username yet, and a suggested free username. */
export const getGoogleSignUp = defineEndpoint({
  method: 'GET',
  url: '/api/users/auth/google/sign-up',
  access: 'public',
  errors: ['not-found'],
  schema: {
    response: {
      200: successReply({
        data: z.object({
          email: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          userName: z.string(),
        }),
      }),
    },
  },
})

export const finishGoogleSignUp = defineEndpoint({
  method: 'POST',
  url: '/api/users/auth/google/sign-up',
  access: 'public',
  errors: ['conflict', 'not-found'],
  schema: {
    body: z.object({ userName: UserName }),
    response: { 201: successReply({ message: z.string() }) },
  },
})
