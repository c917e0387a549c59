import { z } from 'zod'
import { createAuthorizationCookie } from '../sign-in/authorization-cookie.ts'

export const AUTHORIZATION_SECONDS = 600

/** Why the browser is sent to GitHub, and the pages for a failure and for a person who refuses there. */
export const GITHUB_PURPOSES = {
  'sign-in': { failurePath: '/login?error=github', refusedPath: '/login?error=github-refused' },
  connect: { failurePath: '/settings?github=failed', refusedPath: '/settings?github=refused' },
}
export type GitHubPurpose = keyof typeof GITHUB_PURPOSES

/** Stored in a cookie while the browser is at GitHub. */
const GitHubAuthorization = z.object({
  purpose: z.literal(Object.keys(GITHUB_PURPOSES) as GitHubPurpose[]),
  /** The session that gave proof and asked for the connection. */
  sessionId: z.string().optional(),
  state: z.string(),
  verifier: z.string(),
  /** In milliseconds. */
  expiresAt: z.number(),
})
export type GitHubAuthorization = z.infer<typeof GitHubAuthorization>

export const { encryptAuthorization, decryptAuthorization } = createAuthorizationCookie(
  'github-authorization',
  GitHubAuthorization,
)
