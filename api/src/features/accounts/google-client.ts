import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Config } from '../../config.ts'

/** Stored in a cookie while the browser is at Google. */
export const AuthorizationState = z.object({
  purpose: z.enum(['sign-in', 'delete-account']),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
})
export type AuthorizationState = z.infer<typeof AuthorizationState>

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.boolean().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  auth_time: z.number().optional(),
  iat: z.number(),
})
export type GoogleClaims = z.infer<typeof Claims>

export type GoogleClient = ReturnType<typeof createGoogleClient>

/** An OpenID Connect client for Google or another configured provider; null when none is configured. */
export function createGoogleClient(config: Config) {
  const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, APP_ORIGIN } = config
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null
  const redirectUri = `${APP_ORIGIN}/api/users/auth/google/callback`
  let provider: Promise<oidc.Configuration> | undefined

  /** Runs discovery once, on first use; a failed discovery is repeated on the next use. */
  async function discover(): Promise<oidc.Configuration> {
    const insecure = GOOGLE_ISSUER.startsWith('http:') && { execute: [oidc.allowInsecureRequests] }
    provider ??= oidc.discovery(
      new URL(GOOGLE_ISSUER),
      GOOGLE_CLIENT_ID ?? '',
      GOOGLE_CLIENT_SECRET,
      undefined,
      { timeout: 5, ...insecure },
    )
    provider.catch(() => (provider = undefined))
    return provider
  }

  return {
    /** Returns the URL to redirect the browser to, and the state to store until it comes back. */
    async startAuthorization(
      purpose: AuthorizationState['purpose'],
    ): Promise<{ url: URL; authorization: AuthorizationState }> {
      const authorization = {
        purpose,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: authorization.state,
        nonce: authorization.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(authorization.verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
        ...(purpose === 'delete-account' && { max_age: '0' }),
      })
      return { url, authorization }
    },
    /** Exchanges the code for the account's claims, after checking issuer, audience, times, signature, state and nonce. */
    async finishAuthorization(
      query: string,
      authorization: AuthorizationState,
    ): Promise<GoogleClaims> {
      const tokens = await oidc.authorizationCodeGrant(
        await discover(),
        new URL(`${redirectUri}?${query}`),
        {
          expectedState: authorization.state,
          expectedNonce: authorization.nonce,
          pkceCodeVerifier: authorization.verifier,
          idTokenExpected: true,
        },
      )
      return Claims.parse(tokens.claims())
    },
  }
}
