import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Config } from '../../config.ts'

/** What is remembered in the browser while the person is at Google. */
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

/** OpenID Connect with Google, or with whatever provider the configuration names; null when it names none. */
export function createGoogleClient(config: Config) {
  const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, APP_ORIGIN } = config
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null
  const redirectUri = `${APP_ORIGIN}/api/users/auth/google/callback`
  let provider: Promise<oidc.Configuration> | undefined

  /** Asked once, when first needed; a provider that did not answer is asked again the next time. */
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
    /** Where to send the browser, and what to remember until it comes back. */
    async start(
      purpose: AuthorizationState['purpose'],
    ): Promise<{ address: URL; journey: AuthorizationState }> {
      const journey = {
        purpose,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const address = oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: journey.state,
        nonce: journey.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(journey.verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
        ...(purpose === 'delete-account' && { max_age: '0' }),
      })
      return { address, journey }
    },
    /** Who came back. Everything the provider says is checked: issuer, audience, times, signature, state, nonce. */
    async finish(query: string, journey: AuthorizationState): Promise<GoogleClaims> {
      const tokens = await oidc.authorizationCodeGrant(
        await discover(),
        new URL(`${redirectUri}?${query}`),
        {
          expectedState: journey.state,
          expectedNonce: journey.nonce,
          pkceCodeVerifier: journey.verifier,
          idTokenExpected: true,
        },
      )
      return Claims.parse(tokens.claims())
    },
  }
}
