import { PROOF_PAGES } from '@dolph/contract/accounts/accounts'
import { z } from 'zod'
import { decryptWithAnyKey, encryptPayload } from '../../../platform/crypto/encrypt-payload.ts'
import { deriveKey } from '../../../platform/crypto/secrets.ts'

const LABEL = 'google-authorization'
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
  /** In milliseconds; the server checks it, because a browser decides for itself when a cookie expires. */
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

/** Encrypts and authenticates the cookie: an edited purpose would turn a sign-in into the right to delete an account. */
export function encryptAuthorization(secret: string, authorization: GoogleAuthorization): string {
  const text = JSON.stringify(authorization)
  return encryptPayload(deriveKey(secret, LABEL), LABEL, text).toString('base64url')
}

/** Returns undefined for a cookie that is missing, edited or expired. */
export function decryptAuthorization(
  secrets: readonly string[],
  cookieValue: string | undefined,
): GoogleAuthorization | undefined {
  try {
    const encrypted = Buffer.from(cookieValue ?? '', 'base64url')
    const keys = secrets.map((secret) => deriveKey(secret, LABEL))
    const text = decryptWithAnyKey(keys, LABEL, encrypted)
    const authorization = GoogleAuthorization.parse(JSON.parse(text))
    return authorization.expiresAt > Date.now() ? authorization : undefined
  } catch {
    return undefined
  }
}
