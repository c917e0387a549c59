import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startIdentityProvider } from './identity-provider.ts'

const client = { clientId: 'dolph', clientSecret: 'a secret of development' }
const redirectUri = 'http://127.0.0.1:5173/api/users/auth/google/callback'
const warnings = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')]

let provider: Awaited<ReturnType<typeof startIdentityProvider>>

beforeAll(async () => {
  provider = await startIdentityProvider({ ...client, port: 0, redirectUris: [redirectUri] })
})
afterAll(() => provider.close())

const zoe = {
  email: 'zoe@example.com',
  given_name: 'Zoë',
  family_name: '<b>Quick</b>',
  email_verified: 'yes',
}

test('a person signs in with a code and PKCE, and the ID token identifies them', async () => {
  const browser = createBrowser()
  const attempt = buildAuthorizationRequest({ nonce: 'once', state: 'remember' })
  const callbackUrl = await browser.submit(attempt.url, zoe)
  expect(callbackUrl.searchParams.get('state')).toBe('remember')

  const { status, body } = await exchangeCode(callbackUrl, attempt.verifier)
  expect(status).toBe(200)
  expect(await verifyIdToken(body['id_token'])).toMatchObject({
    iss: provider.issuer,
    aud: client.clientId,
    nonce: 'once',
    sub: expect.stringMatching(/^\d{21}$/),
    email: 'zoe@example.com',
    email_verified: true,
    given_name: 'Zoë',
    family_name: '<b>Quick</b>',
  })
  const chooser = await browser.open(buildAuthorizationRequest({ prompt: 'select_account' }).url)
  expect(chooser.text).toContain('&#60;b&#62;Quick')
  expect(chooser.text).not.toContain('<b>Quick')
})

test('the same email is the same account, verified or not as chosen', async () => {
  const { email_verified: _, ...unverified } = zoe
  const [first, second] = [await signIn(zoe), await signIn(unverified)]
  expect(second['sub']).toBe(first['sub'])
  expect([first['email_verified'], second['email_verified']]).toEqual([true, false])
})

test('a signed-in person is redirected back at once, unless the app requests a prompt', async () => {
  const browser = createBrowser()
  await browser.submit(buildAuthorizationRequest().url, zoe)

  expect(
    (await browser.open(buildAuthorizationRequest().url)).location?.searchParams.get('code'),
  ).toBeTruthy()
  const prompted = await browser.open(buildAuthorizationRequest({ prompt: 'select_account' }).url)
  expect(prompted.text).toContain('Choose a sample account')

  const again = buildAuthorizationRequest({ max_age: '0' })
  expect((await browser.open(again.url)).text).toContain('Choose a sample account')
  const requestedAt = Math.floor(Date.now() / 1000)
  const { body } = await exchangeCode(await browser.submit(again.url, zoe), again.verifier)
  const { auth_time: signedInAt } = await verifyIdToken(body['id_token'])
  expect(signedInAt).toBeGreaterThanOrEqual(requestedAt)
})

test('a person may refuse', async () => {
  const callbackUrl = await createBrowser().submit(buildAuthorizationRequest().url, {
    refuse: 'yes',
  })
  expect(callbackUrl.searchParams.get('error')).toBe('access_denied')
  expect(callbackUrl.searchParams.get('code')).toBeNull()
})

test('an unknown redirect URI is refused without a redirect', async () => {
  const attempt = buildAuthorizationRequest({ redirect_uri: 'https://evil.example/callback' })
  const reply = await createBrowser().open(attempt.url)
  expect(reply.status).toBe(400)
  expect(reply.location).toBeNull()
  expect(reply.text).toContain('redirect_uri')
})

test('no code is issued without PKCE, and a wrong verifier cannot redeem one', async () => {
  const bare = buildAuthorizationRequest()
  bare.url.searchParams.delete('code_challenge')
  bare.url.searchParams.delete('code_challenge_method')
  const refused = await createBrowser().open(bare.url)
  expect(refused.location?.searchParams.get('error')).toBe('invalid_request')

  const callbackUrl = await createBrowser().submit(buildAuthorizationRequest().url, zoe)
  const { status, body } = await exchangeCode(callbackUrl, randomBytes(32).toString('base64url'))
  expect(status).toBe(400)
  expect(body['error']).toBe('invalid_grant')
})

test('a code can be redeemed only with the client secret, and only once', async () => {
  const attempt = buildAuthorizationRequest()
  const callbackUrl = await createBrowser().submit(attempt.url, zoe)
  expect((await exchangeCode(callbackUrl, attempt.verifier, 'wrong')).status).toBe(401)
  expect((await exchangeCode(callbackUrl, attempt.verifier)).status).toBe(200)
  expect((await exchangeCode(callbackUrl, attempt.verifier)).body['error']).toBe('invalid_grant')
})

test('no warning is written to the console', () => {
  for (const spy of warnings) expect(spy).not.toHaveBeenCalled()
})

function buildAuthorizationRequest(extra: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const url = new URL('/auth', provider.issuer)
  url.search = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...extra,
  }).toString()
  return { url, verifier }
}

async function signIn(form: Record<string, string>) {
  const attempt = buildAuthorizationRequest()
  const callbackUrl = await createBrowser().submit(attempt.url, form)
  const { body } = await exchangeCode(callbackUrl, attempt.verifier)
  return verifyIdToken(body['id_token'])
}

/** Stores cookies and follows redirects within the provider. */
function createBrowser() {
  const cookies = new Map<string, string>()

  async function open(url: URL, form?: Record<string, string>) {
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const target = reply.headers.get('location')
    const location = target === null ? null : new URL(target, url)
    if (location?.origin === provider.issuer) return open(location)
    return { url, location, status: reply.status, text: await reply.text() }
  }

  /** Submits the form of the provider's page and returns the URL of the final redirect. */
  async function submit(url: URL, form: Record<string, string>): Promise<URL> {
    const page = await open(url)
    const { location, text } = await open(page.url, form)
    if (location === null) throw new Error(text)
    return location
  }

  return { open, submit }
}

async function exchangeCode(callbackUrl: URL, verifier: string, secret = client.clientSecret) {
  const reply = await fetch(new URL('/token', provider.issuer), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: callbackUrl.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: client.clientId,
      client_secret: secret,
    }),
  })
  const body = (await reply.json()) as Record<string, string | undefined>
  return { status: reply.status, body }
}

/** Checks the signature of an ID token against the published key and returns its claims. */
async function verifyIdToken(idToken = ''): Promise<Record<string, unknown>> {
  const [header = '', payload = '', signature = ''] = idToken.split('.')
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg: string }
  expect(alg).toBe('RS256')
  const reply = await fetch(new URL('/jwks', provider.issuer))
  const { keys } = (await reply.json()) as { keys: JsonWebKey[] }
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    key,
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned).toBe(true)
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
}
