import type { Browser } from '../browser.ts'
import type { IdTokenClaims, TestIdentityProvider } from './test-identity-provider.ts'

export const GOOGLE_START_URL = '/api/users/auth/google'

export interface ProviderJourney {
  startUrl?: string
  claims?: object
  createToken?: (claims: IdTokenClaims) => string | undefined
  buildQuery?: (state: string) => string
  beforeCallback?: () => void
}

/** Sends the browser to the provider and back; returns where it is redirected to. */
export async function visitIdentityProvider(
  provider: TestIdentityProvider,
  browser: Browser,
  journey: ProviderJourney = {},
) {
  const { startUrl = GOOGLE_START_URL, claims, createToken } = journey
  const { location = '' } = (await browser.request('GET', startUrl)).headers
  const { searchParams } = new URL(location, provider.issuer)
  provider.answerWith({ nonce: searchParams.get('nonce'), ...claims }, createToken)
  journey.beforeCallback?.()
  const state = searchParams.get('state') ?? ''
  const query = journey.buildQuery?.(state) ?? `code=abc&state=${state}`
  const callback = await browser.request('GET', `${GOOGLE_START_URL}/callback?${query}`)
  return callback.headers['location']
}
