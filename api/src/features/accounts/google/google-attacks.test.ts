import { createHmac, generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteAccount } from '@dolph/contract/accounts/accounts'
import type { Browser } from '../../../testing/browser.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import {
  encodeJson,
  type IdTokenClaims,
  startTestIdentityProvider,
} from '../../../testing/servers/test-identity-provider.ts'
import {
  GOOGLE_START_URL as START_URL,
  type ProviderJourney,
  visitIdentityProvider,
} from '../../../testing/servers/visit-identity-provider.ts'

const CLIENT = { GOOGLE_CLIENT_ID: 'dolph-test', GOOGLE_CLIENT_SECRET: 'the secret of this client' }
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 })

const provider = await startTestIdentityProvider(CLIENT.GOOGLE_CLIENT_ID)
const env = { LIMITS: 'relaxed', GOOGLE_ISSUER: provider.issuer, ...CLIENT }
let api: Awaited<ReturnType<typeof startApp>>
let members = 0

beforeAll(async () => {
  api = await startApp({ env })
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

async function visitProvider(browser: Browser, journey: ProviderJourney = {}) {
  return visitIdentityProvider(provider, browser, journey)
}

async function createGoogleMember() {
  const name = `ada${++members}`
  const browser = await signInNewMember(api, name)
  const sub = `sub-of-${name}`
  const email = `${name}@example.test`
  await api.db
    .updateTable('accounts')
    .set({ google_sub: sub, password_hash: null })
    .where('email', '=', email)
    .execute()
  return { browser, sub, email }
}

function describeNewcomer() {
  const sub = `newcomer-${++members}`
  return { sub, email: `${sub}@example.test`, email_verified: true, given_name: 'Ada' }
}

/** Everything that a callback can give: sessions, sign-ups that wait for a username, and deletion grants. */
async function countGrants(): Promise<number> {
  const sessions = await api.db.selectFrom('sessions').selectAll().execute()
  const signUps = await api.db.selectFrom('google_sign_ups').selectAll().execute()
  const grants = sessions.filter((session) => session.deletion_granted_until !== null)
  return sessions.length + signUps.length + grants.length
}

function signSymmetrically(claims: object, key: string | Buffer): string {
  const signed = `${encodeJson({ alg: 'HS256', kid: 'first' })}.${encodeJson(claims)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

/** Signs the claims with the provider's key, without one of them. */
function omitClaim(name: string) {
  return (claims: IdTokenClaims) => provider.signIdToken({ ...claims, [name]: undefined })
}

describe('signing in with Google', () => {
  test('opens a session for a member and a sign-up for a newcomer', async () => {
    const { sub } = await createGoogleMember()
    const memberBrowser = api.browser()
    expect(await visitProvider(memberBrowser, { claims: { sub } })).toBe('/login')
    expect(memberBrowser.cookies.has('sid')).toBe(true)
    expect(await visitProvider(api.browser(), { claims: describeNewcomer() })).toBe(
      '/choose-username',
    )
  })

  const hostileTokens: Record<string, (claims: IdTokenClaims) => string | undefined> = {
    'with another nonce': (claims) => provider.signIdToken({ ...claims, nonce: 'other' }),
    'without a nonce': omitClaim('nonce'),
    'of another issuer': (claims) => provider.signIdToken({ ...claims, iss: 'https://a.example' }),
    'for another client': (claims) => provider.signIdToken({ ...claims, aud: 'other' }),
    'for two clients, without the authorized one': (claims) =>
      provider.signIdToken({ ...claims, aud: [CLIENT.GOOGLE_CLIENT_ID, 'other'] }),
    'that has expired': (claims) =>
      provider.signIdToken({ ...claims, iat: claims.iat - 9_000, exp: claims.iat - 8_000 }),
    'without an expiry': omitClaim('exp'),
    'without a signature': (claims) => `${encodeJson({ alg: 'none' })}.${encodeJson(claims)}.`,
    'signed with the client secret': (claims) =>
      signSymmetrically(claims, CLIENT.GOOGLE_CLIENT_SECRET),
    'signed with the public key as a secret': (claims) =>
      signSymmetrically(claims, provider.publicKey().export({ type: 'spki', format: 'pem' })),
    'signed with another RSA key': (claims) =>
      provider.signIdToken(claims, {}, foreignKey.privateKey),
    'that brings its own key': (claims) =>
      provider.signIdToken(
        claims,
        { jwk: foreignKey.publicKey.export({ format: 'jwk' }) },
        foreignKey.privateKey,
      ),
    'of a key that the provider does not publish': (claims) =>
      provider.signIdToken(claims, { kid: 'unknown' }),
    'without a subject': omitClaim('sub'),
    'that is missing': () => undefined,
  }

  test.each(Object.entries(hostileTokens))(
    'with an ID token %s gives nothing',
    async (_, createToken) => {
      const { sub } = await createGoogleMember()
      const before = await countGrants()
      for (const claims of [{ sub }, describeNewcomer()]) {
        const browser = api.browser()
        expect(await visitProvider(browser, { claims, createToken })).toBe('/login?error=google')
        expect([...browser.cookies.keys()]).toEqual([])
      }
      expect(await countGrants()).toBe(before)
    },
  )

  test.each([
    ['an email that is not verified', { email_verified: false }, 'google-unverified'],
    ['an email that is verified only as text', { email_verified: 'true' }, 'google'],
    ['no email', { email: undefined }, 'google-unverified'],
  ])('with %s gives a newcomer nothing', async (_, claims, error) => {
    const before = await countGrants()
    const location = await visitProvider(api.browser(), {
      claims: { ...describeNewcomer(), ...claims },
    })
    expect(location).toBe(`/login?error=${error}`)
    expect(await countGrants()).toBe(before)
  })

  test('that the person refuses at Google gives nothing, and the page says what happened', async () => {
    const before = await countGrants()
    const buildQuery = (state: string) => `error=access_denied&state=${state}`
    expect(await visitProvider(api.browser(), { buildQuery })).toBe('/login?error=google-refused')
    const { browser } = await createGoogleMember()
    const startUrl = `${START_URL}?deleteAccount=true`
    expect(await visitProvider(browser, { startUrl, buildQuery })).toBe(
      '/settings?error=google-refused',
    )
    expect(await countGrants()).toBe(before + 1)
  })

  test.each<[string, (state: string) => string]>([
    ['another state', () => 'code=abc&state=other'],
    ['no state', () => 'code=abc'],
    ['two states', (state) => `code=abc&state=${state}&state=other`],
    ['the state and another issuer', (state) => `code=abc&state=${state}&iss=https://a.example`],
    ['an error', (state) => `error=server_error&state=${state}`],
    ['a refusal and another state', () => 'error=access_denied&state=other'],
  ])('with %s in the callback gives nothing', async (_, buildQuery) => {
    const { sub } = await createGoogleMember()
    const before = await countGrants()
    expect(await visitProvider(api.browser(), { claims: { sub }, buildQuery })).toBe(
      '/login?error=google',
    )
    expect(await countGrants()).toBe(before)
  })

  test('accepts a new key of the provider, once the known keys are a minute old', async () => {
    const { sub } = await createGoogleMember()
    expect(await visitProvider(api.browser(), { claims: { sub } })).toBe('/login')
    provider.rotateKey('second')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await visitProvider(api.browser(), { claims: { sub } })).toBe('/login')
  })

  test('never merges with the account that has the email', async () => {
    const { email } = await createGoogleMember()
    const claims = { ...describeNewcomer(), email }
    expect(await visitProvider(api.browser(), { claims })).toBe('/login?error=google-email')
  })
})

describe('the cookie with the state of an authorization', () => {
  test('is needed, works once and expires after ten minutes', async () => {
    const { sub } = await createGoogleMember()
    const browser = api.browser()
    const before = await countGrants()

    const withoutCookie = { claims: { sub }, beforeCallback: () => browser.cookies.clear() }
    expect(await visitProvider(browser, withoutCookie)).toBe('/login?error=google')

    const tenMinutesLater = {
      claims: { sub },
      beforeCallback: () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 }),
    }
    expect(await visitProvider(browser, tenMinutesLater)).toBe('/login?error=google')
    vi.useRealTimers()
    expect(await countGrants()).toBe(before)

    const { location } = (await browser.request('GET', START_URL)).headers
    const { searchParams } = new URL(String(location))
    provider.answerWith({ sub, nonce: searchParams.get('nonce') })
    const callback = `${START_URL}/callback?code=abc&state=${searchParams.get('state')}`
    const first = await browser.request('GET', callback)
    const replayed = await browser.request('GET', callback)
    expect([first, replayed].map((reply) => reply.headers['location'])).toEqual([
      '/login',
      '/login?error=google',
    ])
    expect(await countGrants()).toBe(before + 1)
  })

  test('cannot be read or edited, neither its purpose nor a single bit', async () => {
    const { browser, sub } = await createGoogleMember()
    await browser.request('GET', START_URL)
    const original = browser.cookies.get('google') ?? ''
    const bytes = Buffer.from(original, 'base64url')
    expect(bytes.toString('latin1')).not.toContain('sign-in')

    const edited = [0, 12, 28, bytes.length - 1].map((index) => {
      const copy = Buffer.from(bytes)
      copy.writeUInt8(copy.readUInt8(index) ^ 1, index)
      return copy.toString('base64url')
    })
    const forged = encodeJson({ purpose: 'delete-account', state: 's', nonce: 'n', verifier: 'v' })
    for (const value of [...edited, forged, '', 'x', 'a'.repeat(5_000)]) {
      const beforeCallback = () => void browser.cookies.set('google', value)
      const location = await visitProvider(browser, { claims: { sub }, beforeCallback })
      expect(location).toBe('/login?error=google')
    }
    expect((await browser.send(deleteAccount, { body: {} })).statusCode).toBe(403)
  })
})

describe('signing in with Google again before a deletion', () => {
  const startUrl = `${START_URL}?deleteAccount=true`

  test('grants the deletion to the session that did it', async () => {
    const { browser, sub } = await createGoogleMember()
    expect(await visitProvider(browser, { startUrl, claims: { sub } })).toBe(
      '/settings?reauthenticated=1',
    )
    expect((await browser.send(deleteAccount, { body: {} })).statusCode).toBe(200)
  })

  test.each<[string, ProviderJourney]>([
    ['as another person', { claims: { sub: 'somebody-else' } }],
    ['a day ago', { claims: { auth_time: Math.floor(Date.now() / 1000) - 86_400 } }],
    [
      'with a forged token',
      { createToken: (claims) => provider.signIdToken(claims, {}, foreignKey.privateKey) },
    ],
  ])('%s grants nothing', async (_, journey) => {
    const { browser, sub } = await createGoogleMember()
    const claims = { sub, ...journey.claims }
    const location = await visitProvider(browser, { ...journey, startUrl, claims })
    expect(location).toBe('/settings?error=google')
    expect((await browser.send(deleteAccount, { body: {} })).statusCode).toBe(403)
  })

  test('an ordinary sign-in grants nothing', async () => {
    const { browser, sub } = await createGoogleMember()
    expect(await visitProvider(browser, { claims: { sub } })).toBe('/login')
    expect((await browser.send(deleteAccount, { body: {} })).statusCode).toBe(403)
  })
})
