import { PROOF_PAGES } from '@dolph/contract/accounts/accounts'
import { z } from 'zod'
import { createAuthorizationCookie } from '../sign-in/authorization-cookie.ts'

export const AUTHORIZATION_SECONDS = 600

/** Why the browser is sent to Google: whether Google must authenticate the member again, and the page for a failure. */
export const GOOGLE_PURPOSES = {
  'sign-in': { isReauthentication: false, failurePath: '/login?error=google' },
  'delete-account': { isReauthentication: true, failurePath: '/settings?error=google' },
  proof: { isReauthentication: true, failurePath: '/settings?proof=failed' },
}
export type GooglePurpose = keyof typeof GOOGLE_PURPOSES

/** Stored in a cookie while the browser is at Google. */
const GoogleAuthorization = z.object({
  purpose: z.literal(Object.keys(GOOGLE_PURPOSES) as GooglePurpose[]),
  /** The page that asked for proof. */
  page: z.enum(PROOF_PAGES).optional(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** In milliseconds. */
  expiresAt: z.number(),
})
export type GoogleAuthorization = z.infer<typeof GoogleAuthorization>

export function getFailurePath({ purpose, page }: Pick<GoogleAuthorization, 'purpose' | 'page'>) {
  return page ? `${page}?proof=failed` : GOOGLE_PURPOSES[purpose].failurePath
}

/** The page that says that the person refused at Google. */
export function getRefusedPath(authorization: GoogleAuthorization): string {
  return getFailurePath(authorization).replace('error=google', 'error=google-refused')
}

export const { encryptAuthorization, decryptAuthorization } = createAuthorizationCookie(
  'google-authorization',
  GoogleAuthorization,
)
