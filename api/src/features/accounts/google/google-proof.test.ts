import { generateKeyPairSync } from 'node:crypto'
import { deleteAccount } from '@dolph/contract/accounts/accounts'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { startTestIdentityProvider } from '../../../testing/servers/test-identity-provider.ts'
import {
  GOOGLE_START_URL,
  type ProviderJourney,
  visitIdentityProvider,
} from '../../../testing/servers/visit-identity-provider.ts'

const CLIENT = { GOOGLE_CLIENT_ID: 'dolph-test', GOOGLE_CLIENT_SECRET: 'the secret of this client' }
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
const provider = await startTestIdentityProvider(CLIENT.GOOGLE_CLIENT_ID)
let api: Awaited<ReturnType<typeof startApp>>
let members = 0
let emails = 0

beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed', GOOGLE_ISSUER: provider.issuer, ...CLIENT } })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

describe('signing in with Google again as proof', () => {
  const startUrl = `${GOOGLE_START_URL}?proofFor=/profile`

  test('proves the session that did it, asks Google again and returns to the page that asked', async () => {
    const { browser, sub } = await createGoogleMember()
    const { location = '' } = (await browser.request('GET', startUrl)).headers
    expect(new URL(location).searchParams.get('max_age')).toBe('0')
    expect(await requestNewEmail(browser)).toBe(403)
    expect(await visitIdentityProvider(provider, browser, { startUrl, claims: { sub } })).toBe(
      '/profile?proof=given',
    )
    expect(await requestNewEmail(browser)).toBe(200)
    expect((await browser.send(deleteAccount, { body: {} })).statusCode).toBe(403)
  })

  test.each<[string, ProviderJourney]>([
    ['as another person', { claims: { sub: 'somebody-else' } }],
    ['a day ago', { claims: { auth_time: Math.floor(Date.now() / 1000) - 86_400 } }],
    ['and refused there', { buildQuery: (state) => `error=access_denied&state=${state}` }],
    [
      'with a forged token',
      { createToken: (claims) => provider.signIdToken(claims, {}, foreignKey.privateKey) },
    ],
  ])('%s proves nothing', async (_, journey) => {
    const { browser, sub } = await createGoogleMember()
    const claims = { sub, ...journey.claims }
    const location = await visitIdentityProvider(provider, browser, {
      ...journey,
      startUrl,
      claims,
    })
    expect(location).toBe('/profile?proof=failed')
    expect(await requestNewEmail(browser)).toBe(403)
  })

  test('by an ordinary sign-in or for a deletion proves nothing', async () => {
    const { browser, sub } = await createGoogleMember()
    await visitIdentityProvider(provider, browser, { claims: { sub } })
    expect(await requestNewEmail(browser)).toBe(403)
    await visitIdentityProvider(provider, browser, {
      startUrl: `${GOOGLE_START_URL}?deleteAccount=true`,
      claims: { sub },
    })
    expect(await requestNewEmail(browser)).toBe(403)
  })

  test('starts only from our own pages, and leads to no other page', async () => {
    const { browser } = await createGoogleMember()
    const headers = { 'sec-fetch-site': 'cross-site' }
    const foreign = await browser.request('GET', startUrl, { headers })
    expect(foreign.headers['location']).toBe('/profile?proof=failed')
    expect((await api.visitor.request('GET', startUrl)).headers['location']).toBe(
      '/login?next=/profile',
    )
    for (const page of ['//evil.example', 'https://evil.example', '/posts', '']) {
      const url = `${GOOGLE_START_URL}?proofFor=${encodeURIComponent(page)}`
      expect((await browser.request('GET', url)).statusCode).toBe(400)
    }
  })
})

async function requestNewEmail(browser: Browser): Promise<number> {
  const email = `new-${++emails}@example.test`
  return (await browser.send(updateProfile, { body: { email } })).statusCode
}

async function createGoogleMember() {
  const name = `ada${++members}`
  const browser = await signInNewMember(api, name)
  const sub = `sub-of-${name}`
  await api.db
    .updateTable('accounts')
    .set({ google_sub: sub, password_hash: null })
    .where('email', '=', `${name}@example.test`)
    .execute()
  return { browser, sub }
}
