import { giveProof, logIn, signUp, verifyCode } from '@dolph/contract/accounts/accounts'
import type { Database } from '../platform/db/database.ts'
import { accountMailJobs } from '../features/accounts/mail-jobs.ts'
import { insertMember } from '../features/accounts/queries.ts'
import { getCookieNames } from '../platform/http/cookies.ts'
import { decryptWithAnyKey } from '../platform/crypto/encrypt-payload.ts'
import { hashToken, generateToken } from '../platform/crypto/secrets.ts'
import type { Browser } from './browser.ts'
import { runJobs } from './run-jobs.ts'
import type { startApp } from './start-app.ts'

type Api = Awaited<ReturnType<typeof startApp>>

export const PASSWORD = 'Correct horse 7'
/** The hash of `PASSWORD`, precomputed: hashing takes longer than most tests. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$imwl073cZpRSeikMdP698A$8R5bPksg6WwA0krWzvqfAkEsq9MB/JUZCYwUHH51Gn8'

export function buildSignUpForm(userName: string) {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    Email: `${userName.toLowerCase()}@example.test`,
    userName,
    Password: PASSWORD,
    confirmPassword: PASSWORD,
  }
}

interface QueuedMail {
  template: string
  code?: string
  token?: string
  userName?: string
}

/** The queued mails to this address, oldest first, after the jobs that prepare mails have run. */
export async function readQueuedMails(api: Api, email: string): Promise<QueuedMail[]> {
  const { db, mailer } = api
  await runJobs(api, accountMailJobs)
  const rows = await db
    .selectFrom('mails')
    .select(['key', 'template', 'payload'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return rows.map(({ key, template, payload }) => ({
    template,
    ...(payload &&
      JSON.parse(decryptWithAnyKey([mailer.encryptionKey, ...mailer.otherKeys], key, payload))),
  }))
}

export async function readNewestMail(api: Api, email: string): Promise<QueuedMail> {
  const mail = (await readQueuedMails(api, email)).at(-1)
  if (!mail) throw new Error(`No mail to ${email} is queued`)
  return mail
}

/** Signs up a member through the API (form, mail, code, password) and returns their signed-in browser. */
export async function signUpMember(api: Api, userName: string): Promise<Browser> {
  const browser = api.browser()
  const form = buildSignUpForm(userName)
  await browser.call(signUp, { body: form })
  const { code = '' } = await readNewestMail(api, form.Email)
  await browser.call(verifyCode, { body: { email: form.Email, code } })
  await browser.call(logIn, { body: { email: form.Email, password: PASSWORD } })
  return browser
}

/** Gives the proof that calls such as a change of email need. */
export async function proveMember(browser: Browser): Promise<void> {
  await browser.call(giveProof, { body: { password: PASSWORD } })
}

/** Inserts a member with a verified account whose password is `PASSWORD`. */
export async function createAccountFixture(db: Database, userName: string): Promise<string> {
  const { firstName, lastName, Email: email } = buildSignUpForm(userName)
  const member = { username: userName, firstName, lastName, email, passwordHash: PASSWORD_HASH }
  const memberId = await insertMember(db, member)
  return memberId
}

/**
 * Inserts a verified member and a session directly into the database and returns the member's browser. The session has a second factor,
 * which staff needs and which changes nothing for others.
 */
export async function signInNewMember(api: Api, userName: string): Promise<Browser> {
  const { db, config } = api
  const memberId = await createAccountFixture(db, userName)
  const token = generateToken()
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      member_id: memberId,
      expires_at: expiresAt,
      second_factor_at: new Date().toISOString(),
    })
    .execute()
  const browser = api.browser()
  const names = getCookieNames(config.APP_ORIGIN)
  browser.cookies.set(names.session, token).set(names.signedIn, '1')
  return browser
}
