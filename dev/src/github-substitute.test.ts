import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGitHubSubstitute } from './github-substitute.ts'

const client = { clientId: 'dolph', clientSecret: 'a secret of development' }
const redirectUri = 'http://127.0.0.1:5173/api/users/auth/github/callback'
let github: Awaited<ReturnType<typeof startGitHubSubstitute>>

beforeAll(async () => {
  github = await startGitHubSubstitute({ ...client, port: 0, redirectUri })
})
afterAll(() => github[Symbol.asyncDispose]())

test('a person chooses a sample account or another one, and the token tells who it is', async () => {
  const attempt = buildAttempt()
  const page = await (await fetch(attempt.url)).text()
  expect(page).toContain('octocat')
  const callback = await choose(attempt.url, { login: 'octocat' })
  expect(callback.searchParams.get('state')).toBe('remember')
  const { access_token: token = '' } = await exchange(callback, attempt.verifier)
  expect(await readAsPerson('/user', token)).toMatchObject({ login: 'octocat' })

  const other = buildAttempt()
  const form = { login: 'zoe', email: 'zoe@example.com' }
  const { access_token: otherToken = '' } = await exchange(
    await choose(other.url, form),
    other.verifier,
  )
  expect(await readAsPerson('/user/emails', otherToken)).toEqual([
    { email: 'zoe@example.com', primary: true, verified: false },
  ])
})

test('a person may refuse', async () => {
  const callback = await choose(buildAttempt().url, { refuse: 'yes' })
  expect(callback.searchParams.get('error')).toBe('access_denied')
})

test('an unknown client, a foreign address and a request without PKCE are refused', async () => {
  for (const [name, value] of [
    ['client_id', 'other'],
    ['redirect_uri', 'https://evil.example'],
    ['code_challenge_method', 'plain'],
  ] as const) {
    const { url } = buildAttempt()
    url.searchParams.set(name, value)
    expect((await fetch(url)).status).toBe(404)
  }
})

test('a code works once, with the secret and the right verifier', async () => {
  const attempt = buildAttempt()
  const wrong = await choose(attempt.url, { login: 'octocat' })
  expect(await exchange(wrong, 'other')).toEqual({ error: 'bad_verification_code' })
  const callback = await choose(attempt.url, { login: 'octocat' })
  expect(await exchange(callback, attempt.verifier, 'wrong')).toEqual({
    error: 'incorrect_client_credentials',
  })
  expect(await exchange(callback, attempt.verifier)).toHaveProperty('access_token')
  expect(await exchange(callback, attempt.verifier)).toEqual({ error: 'bad_verification_code' })
})

function buildAttempt() {
  const verifier = randomBytes(32).toString('base64url')
  const url = new URL('/login/oauth/authorize', github.origin)
  url.search = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: redirectUri,
    state: 'remember',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  return { url, verifier }
}

async function choose(url: URL, form: Record<string, string>): Promise<URL> {
  const body = new URLSearchParams(form)
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return new URL(reply.headers.get('location') ?? '')
}

async function exchange(callback: URL, verifier: string, secret = client.clientSecret) {
  const reply = await fetch(new URL('/login/oauth/access_token', github.origin), {
    method: 'POST',
    body: new URLSearchParams({
      client_id: client.clientId,
      client_secret: secret,
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  })
  return (await reply.json()) as { access_token?: string; error?: string }
}

async function readAsPerson(path: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${github.origin}/api${path}`, { headers })).json()
}
