import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { successReply } from '../primitives.ts'

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
