import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import {
  AUTHORIZATION_SECONDS,
  type GoogleAuthorization,
  GOOGLE_PURPOSES,
  type GooglePurpose,
} from './google-authorization.ts'

/** Every provider must support RS256. A fixed algorithm ignores the provider's own list, which may contain HS256 or none. */
const ID_TOKEN_ALGORITHM = 'RS256'

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

/** Whether the person pressed Cancel at the provider. The library has checked the state of the answer before. */
export function isRefusedByPerson(error: unknown): boolean {
  return error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied'
}

export type GoogleClient = ReturnType<typeof createGoogleClient>

/** An OpenID Connect client for Google or another configured provider; null when none is configured. */
export function createGoogleClient(config: Config) {
  const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, APP_ORIGIN } = config
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null
  const redirectUri = `${APP_ORIGIN}/api/users/auth/google/callback`
  let provider: Promise<oidc.Configuration> | undefined

  /** Runs discovery once, on first use; a failed discovery is repeated on the next use. */
  async function discover(): Promise<oidc.Configuration> {
    // Without these checks the library trusts TLS alone and verifies no signature.
    const execute = [oidc.enableNonRepudiationChecks]
    if (GOOGLE_ISSUER.startsWith('http:')) execute.push(oidc.allowInsecureRequests)
    provider ??= oidc.discovery(
      new URL(GOOGLE_ISSUER),
      GOOGLE_CLIENT_ID ?? '',
      {
        client_secret: GOOGLE_CLIENT_SECRET ?? '',
        id_token_signed_response_alg: ID_TOKEN_ALGORITHM,
      },
      undefined,
      { timeout: 5, execute },
    )
    provider.catch(() => (provider = undefined))
    return provider
  }

  return {
    /** Returns the URL to redirect the browser to, and the state to store until it comes back. */
    async startAuthorization(
      purpose: GooglePurpose,
      page?: GoogleAuthorization['page'],
    ): Promise<{ url: URL; authorization: GoogleAuthorization }> {
      const authorization = {
        purpose,
        page,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        expiresAt: Date.now() + AUTHORIZATION_SECONDS * 1000,
      }
      const url = oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: authorization.state,
        nonce: authorization.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(authorization.verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
        ...(GOOGLE_PURPOSES[purpose].isReauthentication && { max_age: '0' }),
      })
      return { url, authorization }
    },
    /** Exchanges the code for the account's claims, after checking issuer, audience, times, signature, state and nonce. */
    async finishAuthorization(
      query: string,
      authorization: GoogleAuthorization,
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
