import {
  changePassword,
  deleteAccount,
  logIn,
  sendPasswordCode,
} from '@dolph/contract/accounts/accounts'
import { confirmEmail } from '@dolph/contract/accounts/email-change'
import { disconnectGitHub, startGitHubConnection } from '@dolph/contract/accounts/github'
import { addPasskey, removePasskey, startPasskey } from '@dolph/contract/accounts/passkeys'
import {
  confirmTotp,
  newRecoveryCodes,
  removeTotp,
  startTotp,
} from '@dolph/contract/accounts/second-factor'
import { endOtherSessions } from '@dolph/contract/accounts/sessions'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { addPasskeyFixture } from '../../../testing/passkeys/passkey-member.ts'
import { SoftwareAuthenticator } from '../../../testing/passkeys/software-authenticator.ts'
import { createGitHubAccountFixture } from '../../../testing/servers/github-account-fixture.ts'
import { startTestGitHub } from '../../../testing/servers/test-github.ts'
import { visitGitHub } from '../../../testing/servers/visit-github.ts'
import { readCode, setUpTotp } from '../../../testing/set-up-totp.ts'
import {
  PASSWORD,
  proveMember,
  readNewestMail,
  signInNewMember,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'
import { insertConnection } from '../github/github-connections.ts'
import { lockAccount } from '../queries.ts'
import { deleteSessions } from './sessions.ts'

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

interface Intruder {
  browser: Browser
  memberId: string
  email: string
}

/** Prepares a change with proof and returns the call that makes it. */
const CHANGES: Record<
  string,
  (intruder: Intruder) => Promise<() => Promise<{ statusCode: number }>>
> = {
  'adding a passkey': async ({ browser }) => {
    const { data: options } = await browser.call(startPasskey, {})
    const credential = createAuthenticator().create(options)
    return async () => browser.send(addPasskey, { body: { credential } })
  },
  'removing a passkey': async ({ browser }) => {
    const { _id: id } = await addPasskeyFixture(browser, createAuthenticator())
    return async () => browser.send(removePasskey, { params: { id } })
  },
  'connecting GitHub': async ({ browser }) => {
    const { url } = await browser.call(startGitHubConnection, {})
    return async () => {
      const account = createGitHubAccountFixture()
      const path = await visitGitHub(github, browser, { account, url })
      expect(path).toBe('/settings?github=failed')
      return { statusCode: 401 }
    }
  },
  'disconnecting GitHub': async ({ browser, memberId }) => {
    await insertConnection(api.db, memberId, { id: 1_000_000 + members, login: 'ada' })
    return async () => browser.send(disconnectGitHub, {})
  },
  'starting to set up an authenticator app': async ({ browser }) => {
    return async () => browser.send(startTotp, {})
  },
  'switching an authenticator app on': async ({ browser }) => {
    const { data } = await browser.call(startTotp, {})
    const code = await readCode(api.db, data)
    return async () => browser.send(confirmTotp, { body: { code } })
  },
  'switching the authenticator app off': async ({ browser }) => {
    await setUpTotp(browser)
    return async () => browser.send(removeTotp, {})
  },
  'new recovery codes': async ({ browser }) => {
    await setUpTotp(browser)
    return async () => browser.send(newRecoveryCodes, {})
  },
  'a change of the password': async ({ browser, email }) => {
    await browser.call(sendPasswordCode, {})
    const { code: verificationCode = '' } = await readNewestMail(api, email)
    const passwords = { currentPassword: PASSWORD, newPassword: 'Of the intruder 1' }
    return async () => browser.send(changePassword, { body: { ...passwords, verificationCode } })
  },
  'deleting the account': async ({ browser }) => {
    return async () => browser.send(deleteAccount, { body: { password: PASSWORD } })
  },
  'confirming a new email': async ({ browser }) => {
    const email = `thief-${members}@mail.example`
    await browser.call(updateProfile, { body: { email } })
    const { token = '' } = await readNewestMail(api, email)
    return async () => browser.send(confirmEmail, { body: { token } })
  },
  'a change of the email': async ({ browser }) => {
    const email = `thief-${members}@mail.example`
    return async () => browser.send(updateProfile, { body: { email } })
  },
}

describe('a session that ends during its call', () => {
  test.each(Object.entries(CHANGES))('no longer allows %s', async (_, prepare) => {
    const { db } = api
    const intruder = await signIn()
    const { memberId } = intruder
    await proveMember(intruder.browser)
    const change = await prepare(intruder)
    const before = await readCredentials(memberId)

    const { changing } = await db.transaction().execute(async (tx) => {
      await lockAccount(tx, memberId)
      await deleteSessions(tx, memberId)
      const call = change()
      await waitForBlockedStatements(db, { text: 'no key update' })
      return { changing: call }
    })

    expect((await changing).statusCode).toBe(401)
    expect(await readCredentials(memberId)).toEqual(before)
  })

  test('is ended by another one before or after such a call, not during it', async () => {
    const { db } = api
    const { browser, memberId, email } = await signIn()
    await proveMember(browser)
    const owner = api.browser()
    await owner.call(logIn, { body: { email, password: PASSWORD } })

    const { ending } = await db.transaction().execute(async (tx) => {
      await lockAccount(tx, memberId)
      const call = owner.send(endOtherSessions, {})
      await waitForBlockedStatements(db)
      return { ending: call }
    })

    expect((await ending).statusCode).toBe(200)
    expect((await browser.send(getViewer, {})).statusCode).toBe(401)
  })
})

async function signIn(): Promise<Intruder> {
  const name = `ada${++members}`
  const browser = await signInNewMember(api, name)
  const { _id: memberId } = await browser.call(getViewer, {})
  return { browser, memberId, email: `${name}@example.test` }
}

function createAuthenticator() {
  return new SoftwareAuthenticator({ origin: api.config.APP_ORIGIN, isCounting: true })
}

/** All that the calls change. */
async function readCredentials(memberId: string) {
  const { db } = api
  const of = { member_id: memberId }
  return {
    accounts: await db
      .selectFrom('accounts')
      .selectAll()
      .where((eb) => eb.and(of))
      .execute(),
    passkeys: await db
      .selectFrom('passkeys')
      .selectAll()
      .where((eb) => eb.and(of))
      .execute(),
    github: await db
      .selectFrom('github_connections')
      .selectAll()
      .where((eb) => eb.and(of))
      .execute(),
    totp: await db
      .selectFrom('totp')
      .selectAll()
      .where((eb) => eb.and(of))
      .execute(),
    codes: await db
      .selectFrom('recovery_codes')
      .selectAll()
      .where((eb) => eb.and(of))
      .execute(),
    links: await db
      .selectFrom('links')
      .selectAll()
      .where((eb) => eb.and(of))
      .execute(),
  }
}
