import { z } from 'zod/mini'
import { UserName } from './accounts.ts'
import { defineEndpoint } from '../endpoint.ts'
import { successReply } from '../primitives.ts'

/** What Google or GitHub says about a new member who has no username yet, and a suggested free username. */
const readSignUp = {
  method: 'GET',
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
} as const

/** Makes the member, with the username that they chose. */
const finishSignUp = {
  method: 'POST',
  access: 'public',
  errors: ['conflict', 'not-found'],
  schema: {
    body: z.object({ userName: UserName }),
    response: { 201: successReply({ message: z.string() }) },
  },
} as const

const GOOGLE_URL = '/api/users/auth/google/sign-up'
export const getGoogleSignUp = defineEndpoint({ ...readSignUp, url: GOOGLE_URL })
export const finishGoogleSignUp = defineEndpoint({ ...finishSignUp, url: GOOGLE_URL })

const GITHUB_URL = '/api/users/auth/github/sign-up'
export const getGitHubSignUp = defineEndpoint({ ...readSignUp, url: GITHUB_URL })
export const finishGitHubSignUp = defineEndpoint({ ...finishSignUp, url: GITHUB_URL })
