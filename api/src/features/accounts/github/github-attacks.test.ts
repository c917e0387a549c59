import type { ServerResponse } from 'node:http'
import { finishGitHubSignUp, getGitHubSignUp } from '@dolph/contract/accounts/provider-sign-up'
import { giveSecondFactor } from '@dolph/contract/accounts/second-factor'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { createGitHubAccountFixture } from '../../../testing/servers/github-account-fixture.ts'
import { startTestGitHub, type TestGitHubAccount } from '../../../testing/servers/test-github.ts'
import { GITHUB_START_URL, visitGitHub } from '../../../testing/servers/visit-github.ts'
import { readCode, setUpTotp } from '../../../testing/set-up-totp.ts'
import { createAccountFixture, signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { insertConnection } from './github-connections.ts'

const github = await startTestGitHub({
  clientId: 'dolph-test',
  clientSecret: 'the secret of this client',
  redirectUri: 'http://localhost:3000/api/users/auth/github/callback',
  accounts: [],
})
let api: Awaited<ReturnType<typeof startApp>>
const FAULTY_PATHS = ['/login/oauth/access_token', '/api/user', '/api/user/emails']

beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed', ...github.env } })
})
afterEach(() => {
  vi.useRealTimers()
  for (const path of FAULTY_PATHS) github.setFault(path)
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
})

/** Signs up with GitHub. */
async function createGitHubMember(account = createGitHubAccountFixture()) {
  const browser = api.browser()
  expect(await visitGitHub(github, browser, { account })).toBe('/choose-username?with=github')
  await browser.call(finishGitHubSignUp, { body: { userName: account.login } })
  const { _id: id } = await browser.call(getViewer, {})
  return { account, browser, id }
}

/** Everything that a callback can give: sessions, sign-ups that wait for a username, and connections. */
async function countGrants(): Promise<number> {
  const sessions = await api.db.selectFrom('sessions').select('id').execute()
  const signUps = await api.db.selectFrom('github_sign_ups').select('email').execute()
  const connections = await api.db.selectFrom('github_connections').select('login').execute()
  return sessions.length + signUps.length + connections.length
}

function answerJson(body: unknown) {
  return (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }
}

async function readViewerId(browser: Browser): Promise<string> {
  return (await browser.call(getViewer, {}))._id
}

describe('signing in with GitHub', () => {
  test('asks for a username once, and then opens a session for the same member', async () => {
    const { account, browser, id } = await createGitHubMember()
    expect((await browser.call(getViewer, {})).data).toMatchObject({
      userName: account.login,
      firstName: 'Octo',
      lastName: 'Cat',
      email: account.emails[0]?.email,
      githubLogin: account.login,
      signInMethods: ['github'],
    })
    const elsewhere = api.browser()
    expect(await visitGitHub(github, elsewhere, { account })).toBe('/login')
    expect(elsewhere.cookies.get('auth-success')).toBe('1')
    expect(await readViewerId(elsewhere)).toBe(id)
  })

  test('asks for PKCE and for no right to write', async () => {
    const { location = '' } = (await api.browser().request('GET', GITHUB_START_URL)).headers
    const { searchParams } = new URL(location)
    expect(searchParams.get('scope')).toBe('read:user user:email')
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
  })

  test('knows the member by number: login, name and email at GitHub may change, and then belong to others', async () => {
    const { account, id } = await createGitHubMember()
    const renamed = createGitHubAccountFixture({ id: account.id, emails: [] })
    const browser = api.browser()
    expect(await visitGitHub(github, browser, { account: renamed })).toBe('/login')
    expect((await browser.call(getViewer, {})).data).toMatchObject({
      _id: id,
      githubLogin: renamed.login,
      email: account.emails[0]?.email,
    })

    const stranger = createGitHubAccountFixture({ login: account.login })
    const strangersBrowser = api.browser()
    expect(await visitGitHub(github, strangersBrowser, { account: stranger })).toBe(
      '/choose-username?with=github',
    )
    expect(strangersBrowser.cookies.has('sid')).toBe(false)
  })

  test.each([
    ['that is not verified', { primary: true, verified: false }],
    ['that is not the primary one', { primary: false, verified: true }],
  ])('with an email %s gives a newcomer nothing', async (_, flags) => {
    const before = await countGrants()
    const emails = [{ email: 'somebody@example.test', ...flags }]
    const account = createGitHubAccountFixture({ emails })
    expect(await visitGitHub(github, api.browser(), { account })).toBe(
      '/login?error=github-unverified',
    )
    expect(await countGrants()).toBe(before)
  })

  test('never merges with the account that has the email', async () => {
    await createAccountFixture(api.db, 'grace')
    const before = await countGrants()
    const emails = [{ email: 'Grace@example.test', primary: true, verified: true }]
    const account = createGitHubAccountFixture({ emails })
    expect(await visitGitHub(github, api.browser(), { account })).toBe('/login?error=github-email')
    expect(await countGrants()).toBe(before)
  })

  test('that the person refuses at GitHub gives nothing, and the page says what happened', async () => {
    const before = await countGrants()
    expect(await visitGitHub(github, api.browser(), { account: undefined })).toBe(
      '/login?error=github-refused',
    )
    expect(await countGrants()).toBe(before)
  })

  test('of a newcomer in two browsers makes one member', async () => {
    const account = createGitHubAccountFixture()
    const browsers = [api.browser(), api.browser()]
    for (const browser of browsers) await visitGitHub(github, browser, { account })
    const replies = await Promise.all(
      browsers.map((browser, index) =>
        browser.send(finishGitHubSignUp, { body: { userName: `${account.login}-${index}` } }),
      ),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]))
  })

  test.each<[string, (query: URLSearchParams) => string]>([
    ['another state', (query) => `code=${query.get('code')}&state=other`],
    ['no state', (query) => `code=${query.get('code')}`],
    ['two states', (query) => `${query.toString()}&state=other`],
    ['two codes', (query) => `${query.toString()}&code=other`],
    ['no code', (query) => `state=${query.get('state')}`],
    ['another code', (query) => `code=other&state=${query.get('state')}`],
    ['an error', (query) => `error=server_error&state=${query.get('state')}`],
    ['a refusal and another state', () => 'error=access_denied&state=other'],
  ])('with %s in the callback gives nothing', async (_, buildQuery) => {
    const { account } = await createGitHubMember()
    const before = await countGrants()
    expect(await visitGitHub(github, api.browser(), { account, buildQuery })).toBe(
      '/login?error=github',
    )
    expect(await countGrants()).toBe(before)
  })

  test('by the code of another browser gives nothing, because of PKCE', async () => {
    const { account } = await createGitHubMember()
    let stolen = ''
    const steal = (query: URLSearchParams) => {
      stolen = query.get('code') ?? ''
      return 'state=other'
    }
    await visitGitHub(github, api.browser(), { account, buildQuery: steal })
    const before = await countGrants()
    const buildQuery = (query: URLSearchParams) => `code=${stolen}&state=${query.get('state')}`
    expect(await visitGitHub(github, api.browser(), { account, buildQuery })).toBe(
      '/login?error=github',
    )
    expect(await countGrants()).toBe(before)
  })

  test('stores the access token nowhere', async () => {
    const { browser } = await createGitHubMember()
    const token = github.listTokens().at(-1) ?? ''
    expect(token).toMatch(/^gho_/)
    const { rows } = await api.db.pool.query<{ found: number }>(
      `select count(*)::integer as found from github_connections where to_jsonb(github_connections)::text like $1`,
      [`%${token}%`],
    )
    expect(rows[0]?.found).toBe(0)
    expect([...browser.cookies.values()].join()).not.toContain(token)
  })
})

describe('a GitHub that answers', () => {
  const USER = { id: 41, login: 'octocat', name: null }
  const EMAIL = { email: 'octocat@example.test', primary: true, verified: true }
  const TOKEN = { access_token: 'gho_1', token_type: 'bearer' }
  const lies: [string, string, (response: ServerResponse) => void][] = [
    ['an id as text', '/api/user', answerJson({ ...USER, id: '41' })],
    ['an id of zero', '/api/user', answerJson({ ...USER, id: 0 })],
    ['a fraction as id', '/api/user', answerJson({ ...USER, id: 1.5 })],
    ['an id beyond what is exact', '/api/user', answerJson({ ...USER, id: 2 ** 60 })],
    ['no id', '/api/user', answerJson({ ...USER, id: undefined })],
    ['a login with a slash', '/api/user', answerJson({ ...USER, login: '../admin' })],
    ['a name as number', '/api/user', answerJson({ ...USER, name: 5 })],
    ['a list for the user', '/api/user', answerJson([USER])],
    ['null for the user', '/api/user', answerJson(null)],
    ['HTML for the user', '/api/user', (response) => response.end('<html>')],
    ['nothing for the user', '/api/user', (response) => response.end()],
    ['an email as number', '/api/user/emails', answerJson([{ ...EMAIL, email: 5 }])],
    ['verified as text', '/api/user/emails', answerJson([{ ...EMAIL, verified: 'true' }])],
    ['primary as number', '/api/user/emails', answerJson([{ ...EMAIL, primary: 1 }])],
    ['an object for the emails', '/api/user/emails', answerJson(EMAIL)],
    ['null among the emails', '/api/user/emails', answerJson([null])],
    ['HTML for the emails', '/api/user/emails', (response) => response.end('<html>')],
    ['no token', '/login/oauth/access_token', answerJson({ token_type: 'bearer' })],
    ['a token as list', '/login/oauth/access_token', answerJson({ ...TOKEN, access_token: ['a'] })],
    [
      'a token with a line break',
      '/login/oauth/access_token',
      answerJson({ ...TOKEN, access_token: 'a\r\nb: c' }),
    ],
    [
      'another kind of token',
      '/login/oauth/access_token',
      answerJson({ ...TOKEN, token_type: 'mac' }),
    ],
    [
      'too much',
      '/api/user/emails',
      answerJson([EMAIL, ...Array.from({ length: 2_000 }, () => ({ ...EMAIL, primary: false }))]),
    ],
    [
      'without an end',
      '/api/user',
      (response) => {
        const timer = setInterval(() => response.write(' '.repeat(65_536)), 1)
        response.on('close', () => clearInterval(timer))
      },
    ],
    [
      'with a redirect',
      '/api/user',
      (response) => response.writeHead(302, { location: `${github.origin}/api/user/emails` }).end(),
    ],
    ['with a server error', '/api/user', (response) => response.writeHead(500).end()],
    ['with a broken connection', '/api/user', (response) => response.destroy()],
  ]
  let account: TestGitHubAccount
  beforeAll(async () => ({ account } = await createGitHubMember()))

  test.each(lies)('%s gives nothing', async (_, path, fault) => {
    const before = await countGrants()
    github.setFault(path, fault)
    for (const each of [account, createGitHubAccountFixture()]) {
      const browser = api.browser()
      expect(await visitGitHub(github, browser, { account: each })).toBe('/login?error=github')
      expect([...browser.cookies.keys()]).toEqual([])
    }
    expect(await countGrants()).toBe(before)
  })

  test('two primary emails vouches for none of them', async () => {
    github.setFault('/api/user/emails', answerJson([EMAIL, { ...EMAIL, email: 'b@example.test' }]))
    const newcomer = { account: createGitHubAccountFixture() }
    expect(await visitGitHub(github, api.browser(), newcomer)).toBe(
      '/login?error=github-unverified',
    )
  })

  test('never is waited for five seconds', async () => {
    github.setFault('/api/user', () => undefined)
    const startedAt = performance.now()
    expect(await visitGitHub(github, api.browser(), { account })).toBe('/login?error=github')
    expect(performance.now() - startedAt).toBeGreaterThan(4_900)
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })
})

describe('the cookie with the state of an authorization', () => {
  test('is needed, works once and expires after ten minutes', async () => {
    const { account } = await createGitHubMember()
    const browser = api.browser()
    const before = await countGrants()
    const withoutCookie = { account, beforeCallback: () => browser.cookies.clear() }
    expect(await visitGitHub(github, browser, withoutCookie)).toBe('/login?error=github')
    const tenMinutesLater = {
      account,
      beforeCallback: () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 }),
    }
    expect(await visitGitHub(github, browser, tenMinutesLater)).toBe('/login?error=github')
    vi.useRealTimers()
    expect(await countGrants()).toBe(before)

    let query = ''
    let cookie = ''
    const remember = (params: URLSearchParams) => {
      cookie = browser.cookies.get('github') ?? ''
      return (query = String(params))
    }
    expect(await visitGitHub(github, browser, { account, buildQuery: remember })).toBe('/login')
    for (const value of ['', cookie]) {
      browser.cookies.set('github', value)
      const replayed = await browser.request('GET', `${GITHUB_START_URL}/callback?${query}`)
      expect(replayed.headers['location']).toBe('/login?error=github')
    }
    expect(await countGrants()).toBe(before + 1)
  })

  test('cannot be read or edited', async () => {
    const { account } = await createGitHubMember()
    const browser = api.browser()
    await browser.request('GET', GITHUB_START_URL)
    const bytes = Buffer.from(browser.cookies.get('github') ?? '', 'base64url')
    expect(bytes.toString('latin1')).not.toContain('sign-in')
    const edited = [0, 12, 28, bytes.length - 1].map((index) => {
      const copy = Buffer.from(bytes)
      copy.writeUInt8(copy.readUInt8(index) ^ 1, index)
      return copy.toString('base64url')
    })
    for (const value of [...edited, '', 'x', 'a'.repeat(5_000)]) {
      const beforeCallback = () => void browser.cookies.set('github', value)
      const location = await visitGitHub(github, browser, { account, beforeCallback })
      expect(location).toBe('/login?error=github')
    }
  })

  test('of a sign-up that waits belongs to GitHub, and to its browser', async () => {
    const browser = api.browser()
    await visitGitHub(github, browser, { account: createGitHubAccountFixture() })
    const other = api.browser()
    expect((await other.send(getGitHubSignUp, {})).statusCode).toBe(404)
    other.cookies.set('google', browser.cookies.get('github') ?? '')
    expect((await other.send(getGitHubSignUp, {})).statusCode).toBe(404)
    expect((await browser.send(getGitHubSignUp, {})).statusCode).toBe(200)
  })
})

test.each([
  ['is not configured', {}],
  ['lacks the secret', { GITHUB_CLIENT_ID: 'dolph' }],
])(
  'a sign-in with GitHub that cannot start, because it %s, leads to the login page with an error',
  async (_, env) => {
    await using other = await startApp({ env })
    const reply = await other.visitor.request('GET', GITHUB_START_URL)
    expect([reply.statusCode, reply.headers['location']]).toEqual([302, '/login?error=github'])
    expect(reply.cookies).toEqual([])
  },
)

test('the return from GitHub asks for the second factor, and signs in with it', async () => {
  const account = createGitHubAccountFixture({ login: 'octocat' })
  const member = await signInNewMember(api, 'octocat')
  const { _id } = await member.call(getViewer, {})
  const authenticator = await setUpTotp(member)
  await insertConnection(api.db, _id, account)
  const browser = api.browser()
  expect(await visitGitHub(github, browser, { account })).toBe('/login?step=code')
  expect((await browser.send(getViewer, {})).statusCode).toBe(401)
  await browser.call(giveSecondFactor, { body: { code: await readCode(api.db, authenticator) } })
  expect((await browser.call(getViewer, {})).data.githubLogin).toBe('octocat')
})
