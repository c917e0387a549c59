import {
  changePassword,
  deleteAccount,
  forgotPassword,
  giveProof,
  logIn,
  sendPasswordCode,
  sendProofCode,
} from '@dolph/contract/accounts/accounts'
import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import { disconnectGitHub, startGitHubConnection } from '@dolph/contract/accounts/github'
import { addPasskey, startPasskey } from '@dolph/contract/accounts/passkeys'
import { finishGitHubSignUp } from '@dolph/contract/accounts/provider-sign-up'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { SoftwareAuthenticator } from '../../../testing/passkeys/software-authenticator.ts'
import { createGitHubAccountFixture } from '../../../testing/servers/github-account-fixture.ts'
import { startTestGitHub } from '../../../testing/servers/test-github.ts'
import { visitGitHub } from '../../../testing/servers/visit-github.ts'
import {
  PASSWORD,
  proveMember,
  readNewestMail,
  readQueuedMails,
  signInNewMember,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'
import { lockAccount } from '../queries.ts'

const github = await startTestGitHub({
  clientId: 'dolph-test',
  clientSecret: 'the secret of this client',
  redirectUri: 'http://localhost:3000/api/users/auth/github/callback',
  accounts: [],
})
let api: Awaited<ReturnType<typeof startApp>>
let members = 0

beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed', ...github.env } })
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
})

describe('a member with a password', () => {
  test('connects GitHub with proof, signs in with it, and disconnects it with proof', async () => {
    const { browser, email } = await signIn()
    const account = createGitHubAccountFixture()
    const refused = await browser.send(startGitHubConnection, {})
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'proof-needed' }])

    expect(await connect(browser, account)).toBe('/settings?github=connected')

    expect((await browser.call(getViewer, {})).data).toMatchObject({
      githubLogin: account.login,
      signInMethods: ['password', 'github'],
    })
    expect(await readNewestMail(api, email)).toMatchObject({ template: 'github-connected' })
    const elsewhere = api.browser()
    expect(await visitGitHub(github, elsewhere, { account })).toBe('/login')
    const unproved = await elsewhere.send(disconnectGitHub, {})
    expect([unproved.statusCode, unproved.json()]).toMatchObject([403, { code: 'proof-needed' }])

    await browser.call(disconnectGitHub, {})

    expect((await browser.call(getViewer, {})).data).not.toHaveProperty('githubLogin')
    expect(await readNewestMail(api, email)).toMatchObject({ template: 'github-disconnected' })
    expect(await visitGitHub(github, api.browser(), { account })).toBe(
      '/choose-username?with=github',
    )
    const { data: events } = await browser.call(listAccountEvents, { querystring: {} })
    expect(events.map(({ kind, method }) => [kind, method])).toEqual([
      ['github-disconnected', null],
      ['signed-in', 'github'],
      ['github-connected', null],
      ['proof-given', 'password'],
    ])
  })

  test('disconnects twice with one mail', async () => {
    const { browser, email } = await signIn()
    await connect(browser, createGitHubAccountFixture())
    const replies = await Promise.all([
      browser.send(disconnectGitHub, {}),
      browser.send(disconnectGitHub, {}),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const mails = await readQueuedMails(api, email)
    expect(mails.filter(({ template }) => template === 'github-disconnected')).toHaveLength(1)
  })

  test('cannot connect the GitHub account of another member, nor a second one', async () => {
    const account = createGitHubAccountFixture()
    const [ada, bob] = [await signIn(), await signIn()]
    await connect(ada.browser, account)
    expect(await connect(bob.browser, account)).toBe('/settings?github=taken')
    await proveMember(ada.browser)
    const second = await ada.browser.send(startGitHubConnection, {})
    expect([second.statusCode, second.json()]).toMatchObject([409, { code: 'conflict' }])
  })

  test('gets a GitHub account that two members connect at once, or sees that the other has it', async () => {
    const account = createGitHubAccountFixture()
    const [ada, bob] = [await signIn(), await signIn()]
    const callbacks = await Promise.all([
      prepareCallback(ada.browser, account),
      prepareCallback(bob.browser, account),
    ])
    const results = await Promise.all(callbacks.map((finish) => finish()))
    expect(new Set(results)).toEqual(
      new Set(['/settings?github=connected', '/settings?github=taken']),
    )
  })

  test('connects nothing in another session than the one that gave proof, and nothing when refusing', async () => {
    const { browser, email } = await signIn()
    await proveMember(browser)
    expect(await connect(browser, undefined)).toBe('/settings?github=refused')
    const finish = await prepareCallback(browser, createGitHubAccountFixture())
    await browser.call(logIn, { body: { email, password: PASSWORD } })
    expect(await finish()).toBe('/settings?github=failed')
    const signedOut = await prepareCallback(
      (await signIn()).browser,
      createGitHubAccountFixture(),
      {
        beforeCallback: (one) => one.cookies.delete('sid'),
      },
    )
    expect(await signedOut()).toBe('/login?next=/settings')
  })

  test('signs in with GitHub while it is disconnected, without a deadlock and without a session', async () => {
    const { db } = api
    const { browser } = await signIn()
    const account = createGitHubAccountFixture()
    await connect(browser, account)
    const { _id: memberId } = await browser.call(getViewer, {})
    const elsewhere = api.browser()

    const { signingIn } = await db.transaction().execute(async (tx) => {
      await lockAccount(tx, memberId)
      const visit = visitGitHub(github, elsewhere, { account })
      await waitForBlockedStatements(db)
      await tx.deleteFrom('github_connections').where('member_id', '=', memberId).execute()
      return { signingIn: visit }
    })

    expect(await signingIn).toBe('/choose-username?with=github')
    expect((await elsewhere.send(getViewer, {})).statusCode).toBe(401)
  })

  test('is still proved by the password, not by an emailed code', async () => {
    const { browser } = await signIn()
    await connect(browser, createGitHubAccountFixture())
    const code = await browser.send(sendProofCode, { body: { purpose: 'proof' } })
    expect([code.statusCode, code.json()]).toMatchObject([403, { code: 'forbidden' }])
    const proof = await browser.send(giveProof, { body: { code: '123456' } })
    expect([proof.statusCode, proof.json()]).toMatchObject([403, { code: 'forbidden' }])
  })

  test('cannot tell with a wrong password whether an account has GitHub', async () => {
    const [plain, connected] = [await signIn(), await signIn()]
    await connect(connected.browser, createGitHubAccountFixture())
    const gitHubOnly = await signUpWithGitHub()
    const replies = await Promise.all(
      [plain.email, connected.email, gitHubOnly.email].map((email) =>
        api.browser().send(logIn, { body: { email, password: 'Not mine 1' } }),
      ),
    )
    expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  })
})

describe('a member with GitHub alone', () => {
  test('cannot disconnect it', async () => {
    const { browser, email } = await signUpWithGitHub()
    await proveByCode(browser, email)
    const reply = await browser.send(disconnectGitHub, {})
    expect([reply.statusCode, reply.json()]).toMatchObject([
      409,
      { code: 'conflict', message: 'GitHub is your only way to log in.' },
    ])
  })

  test('changes the email after a proof by an emailed code, which works once', async () => {
    const { browser, email } = await signUpWithGitHub()
    const body = { email: `new-${email}` }
    expect((await browser.send(updateProfile, { body })).statusCode).toBe(403)
    const code = await proveByCode(browser, email)
    expect((await browser.call(updateProfile, { body })).data.pendingEmail).toBe(`new-${email}`)
    const again = await browser.send(giveProof, { body: { code } })
    expect([again.statusCode, again.json()]).toMatchObject([400, { code: 'code-expired' }])
  })

  test('has five tries for a code, however many are sent at once', async () => {
    const { browser, email } = await signUpWithGitHub()
    await browser.call(sendProofCode, { body: { purpose: 'proof' } })
    const { code = '' } = await readNewestMail(api, email)
    const wrong = code === '000000' ? '000001' : '000000'
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => browser.send(giveProof, { body: { code: wrong } })),
    )
    const codes = guesses.map((reply) => reply.json<{ code: string }>().code)
    expect(codes.filter((each) => each === 'invalid-input')).toHaveLength(4)
    const right = await browser.send(giveProof, { body: { code } })
    expect([right.statusCode, right.json()]).toMatchObject([
      400,
      { code: 'code-expired', fields: { code: expect.any(String) } },
    ])
  })

  test('is sent a code once a minute', async () => {
    const { browser } = await signUpWithGitHub()
    await browser.call(sendProofCode, { body: { purpose: 'proof' } })
    const early = await browser.send(sendProofCode, { body: { purpose: 'proof' } })
    expect(early.statusCode).toBe(429)
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(50)
  })

  test('deletes the account with a code for that, and with no other', async () => {
    const { browser, email, account } = await signUpWithGitHub()
    const without = await browser.send(deleteAccount, { body: {} })
    expect([without.statusCode, without.json()]).toMatchObject([400, { code: 'code-expired' }])
    await browser.call(sendProofCode, { body: { purpose: 'proof' } })
    const { code: proofCode = '' } = await readNewestMail(api, email)
    const other = await browser.send(deleteAccount, { body: { code: proofCode } })
    expect(other.statusCode).toBe(400)

    await browser.call(sendProofCode, { body: { purpose: 'delete-account' } })
    const { code = '' } = await readNewestMail(api, email)
    await browser.call(deleteAccount, { body: { code } })

    expect((await browser.send(getViewer, {})).statusCode).toBe(401)
    expect(await visitGitHub(github, api.browser(), { account })).toBe(
      '/choose-username?with=github',
    )
  })

  test('has no password to change or to forget', async () => {
    const { browser, email } = await signUpWithGitHub()
    await api.visitor.call(forgotPassword, { body: { email } })
    expect(await readNewestMail(api, email)).toMatchObject({ template: 'github-account' })
    const message = 'This account signs in with GitHub and has no password'
    const change = { currentPassword: PASSWORD, newPassword: 'Brand new 9' }
    const body = { ...change, verificationCode: '123456' }
    expect((await browser.send(changePassword, { body })).json()).toMatchObject({ message })
    expect((await browser.send(sendPasswordCode, {})).json()).toMatchObject({ message })
  })

  test('who has a passkey instead by now is told so when asking for a new password', async () => {
    const { browser, email } = await signUpWithGitHub()
    await proveByCode(browser, email)
    const { data: options } = await browser.call(startPasskey, {})
    const authenticator = new SoftwareAuthenticator({
      origin: api.config.APP_ORIGIN,
      isCounting: true,
    })
    await browser.call(addPasskey, { body: { credential: authenticator.create(options) } })
    await browser.call(disconnectGitHub, {})

    await api.visitor.call(forgotPassword, { body: { email } })

    expect(await readNewestMail(api, email)).toMatchObject({ template: 'passkey-account' })
    const message = 'This account signs in with a passkey and has no password'
    expect((await browser.send(sendPasswordCode, {})).json()).toMatchObject({ message })
  })

  test('loses the connection also when a program of the release before deletes the account', async () => {
    const { account, id } = await signUpWithGitHub()
    await api.db.deleteFrom('accounts').where('member_id', '=', id).execute()
    const { rows } = await sql`
      select from github_connections where github_id = ${account.id}`.execute(api.db)
    expect(rows).toEqual([])
  })
})

async function signIn() {
  const name = `ada${++members}`
  return { browser: await signInNewMember(api, name), email: `${name}@example.test` }
}

async function signUpWithGitHub() {
  const account = createGitHubAccountFixture()
  const browser = api.browser()
  await visitGitHub(github, browser, { account })
  await browser.call(finishGitHubSignUp, { body: { userName: account.login } })
  const { _id: id } = await browser.call(getViewer, {})
  return { account, browser, id, email: account.emails[0]?.email ?? '' }
}

async function proveByCode(browser: Browser, email: string): Promise<string> {
  await browser.call(sendProofCode, { body: { purpose: 'proof' } })
  const { code = '' } = await readNewestMail(api, email)
  await browser.call(giveProof, { body: { code } })
  return code
}

type Account = Parameters<typeof visitGitHub>[2]['account']

async function connect(browser: Browser, account: Account) {
  const finish = await prepareCallback(browser, account)
  return finish()
}

/** Goes to GitHub and stops before the callback, which the returned function calls. */
async function prepareCallback(
  browser: Browser,
  account: Account,
  { beforeCallback }: { beforeCallback?: (browser: Browser) => void } = {},
) {
  await proveMember(browser)
  const { url } = await browser.call(startGitHubConnection, {})
  github.signInAs(account)
  const reply = await fetch(url, { redirect: 'manual' })
  const callback = new URL(reply.headers.get('location') ?? '')
  return async () => {
    beforeCallback?.(browser)
    const path = `${callback.pathname}${callback.search}`
    return (await browser.request('GET', path)).headers['location']
  }
}
