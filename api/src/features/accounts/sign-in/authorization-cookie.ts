import type { z } from 'zod'
import { decryptWithAnyKey, encryptPayload } from '../../../platform/crypto/encrypt-payload.ts'
import { deriveKey } from '../../../platform/crypto/secrets.ts'

/**
 * What is remembered of a browser that is at a provider, as the value of its cookie. It is encrypted and authenticated: an edited
 * purpose would turn a sign-in into the right to do more.
 */
export function createAuthorizationCookie<Authorization extends { expiresAt: number }>(
  label: string,
  schema: z.ZodType<Authorization>,
) {
  return {
    encryptAuthorization: (secret: string, authorization: Authorization): string => {
      const text = JSON.stringify(authorization)
      return encryptPayload(deriveKey(secret, label), label, text).toString('base64url')
    },
    /** Returns undefined for a cookie that is missing, edited or expired. */
    decryptAuthorization: (
      secrets: readonly string[],
      cookieValue: string | undefined,
    ): Authorization | undefined => {
      try {
        const encrypted = Buffer.from(cookieValue ?? '', 'base64url')
        const keys = secrets.map((secret) => deriveKey(secret, label))
        const authorization = schema.parse(JSON.parse(decryptWithAnyKey(keys, label, encrypted)))
        // The server checks it, because a browser decides for itself when a cookie expires.
        return authorization.expiresAt > Date.now() ? authorization : undefined
      } catch {
        return undefined
      }
    },
  }
}
