import { z } from 'zod/mini'
import { UserName } from './accounts.ts'
import { defineEndpoint } from '../endpoint.ts'
import { successReply } from '../primitives.ts'

/** What GitHub says about a new member who has no username yet, and a suggested free username. */
export const getGitHubSignUp = defineEndpoint({
  method: 'GET',
  url: '/api/users/auth/github/sign-up',
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

export const finishGitHubSignUp = defineEndpoint({
  method: 'POST',
  url: '/api/users/auth/github/sign-up',
  access: 'public',
  errors: ['conflict', 'not-found'],
  schema: {
    body: z.object({ userName: UserName }),
    response: { 201: successReply({ message: z.string() }) },
  },
})

/** How connecting ended, as the parameter `github` of the settings, to which GitHub leads back. */
export const GITHUB_CONNECTION_RESULTS = ['connected', 'failed', 'refused', 'taken'] as const

/** Begins to connect a GitHub account; the page sends the browser to `url`. */
export const startGitHubConnection = defineEndpoint({
  method: 'POST',
  url: '/api/users/auth/github/connection',
  access: 'member',
  proof: 'always',
  errors: ['conflict'],
  schema: { response: { 200: successReply({ url: z.string() }) } },
})

/** Removes the connection. Refused while it is the only way in. */
export const disconnectGitHub = defineEndpoint({
  method: 'DELETE',
  url: '/api/users/auth/github/connection',
  access: 'member',
  restriction: 'none',
  proof: 'always',
  errors: ['conflict'],
  schema: { response: { 200: successReply({ message: z.string() }) } },
})
