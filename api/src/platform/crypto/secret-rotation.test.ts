import {
  changePassword,
  logIn,
  resendVerification,
  sendPasswordCode,
  signUp,
  verifyCode,
  verifyEmail,
} from '@dolph/contract/accounts/accounts'
import { giveSecondFactor, type SecondFactorForm } from '@dolph/contract/accounts/second-factor'
import { readNotifications } from '@dolph/contract/notifications/notifications'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { sql } from 'kysely'
import { z } from 'zod'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  decryptAuthorization,
  encryptAuthorization,
} from '../../features/accounts/google/google-authorization.ts'
import { resealTotpSecrets } from '../../features/accounts/second-factor/sealed-secret.ts'
import { retireUsername } from '../../features/accounts/deletion/end-account.ts'
import { decryptMessages, encryptMessages } from '../../features/moderation/reported-messages.ts'
import {
  createStillOpenToken,
  parseStillOpenToken,
} from '../../features/notifications/mails/still-open-token.ts'
import {
  createUnsubscribeToken,
  parseUnsubscribeToken,
} from '../../features/notifications/mails/unsubscribe-token.ts'
import { createMailJobs } from '../mail/jobs.ts'
import { defineMailTemplate } from '../mail/mail-template.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { listSecrets } from './secrets.ts'
import { startTestSmtpServer } from '../../testing/servers/test-smtp-server.ts'
import {
  buildSignUpForm,
  PASSWORD,
  readNewestMail,
  signInNewMember,
} from '../../testing/sign-up-member.ts'
import { readCode, setUpTotp } from '../../testing/set-up-totp.ts'
import { startApp } from '../../testing/start-app.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'

const OLD = 'q7Zt3mVx0Lr8Kd2Wn5Yb9Hc4Jf6Gs1Pa'
const NEW = 'w2Rk8sBv5Nq1Xm7Tj4Zc0Lp9Dh3Fg6Ya'
const SPREADING = { SECRET: OLD, SECRET_BEFORE: NEW, LIMITS: 'relaxed' }
const SWITCHED = { SECRET: NEW, SECRET_BEFORE: OLD, LIMITS: 'relaxed' }
const DONE = { SECRET: NEW, LIMITS: 'relaxed' }

/** No line of any member. */
const LINES = { ids: ['01932d4d-1ae7-7116-81fb-ed1476c2b116'] }

type Api = Awaited<ReturnType<typeof startApp>>
/** Processes of one installation while the secret is being changed: before, during both restarts, and after. */
let before: Api
let spreading: Api
let switched: Api
let done: Api
beforeAll(async () => {
  before = await startApp({ env: { SECRET: OLD, LIMITS: 'relaxed' } })
  const start = (env: Record<string, string>) => startApp({ shareWith: before, env })
  ;[spreading, switched, done] = [await start(SPREADING), await start(SWITCHED), await start(DONE)]
  return async () => {
    for (const api of [done, switched, spreading, before]) await api[Symbol.asyncDispose]()
  }
})

/** The browser of one process at another one, with its cookies. */
function moveBrowser(from: { cookies: Map<string, string> }, to: Api) {
  const browser = to.browser()
  for (const [name, value] of from.cookies) browser.cookies.set(name, value)
  return browser
}

describe('while the secret is being changed', () => {
  test('no CSRF token is refused, whichever processes of two neighboring steps make and check it', async () => {
    const ada = await signInNewMember(before, 'ada')
    for (const [one, other] of [
      [before, spreading],
      [spreading, switched],
      [switched, done],
    ] as const) {
      const callAcross = async (maker: Api, checker: Api) => {
        const { token } = (await moveBrowser(ada, maker).send(getCsrfToken, {})).json<{
          token: string
        }>()
        const headers = { 'x-csrf-token': token }
        const browser = moveBrowser(ada, checker)
        return (await browser.send(readNotifications, { body: LINES }, headers)).statusCode
      }
      for (let round = 0; round < 10; round += 1) {
        const calls = [callAcross(one, other), callAcross(other, one), callAcross(one, one)]
        expect(await Promise.all(calls)).toEqual([200, 200, 200])
      }
    }
  })

  test('after the last step, tokens of the old secret are refused', async () => {
    const bob = await signInNewMember(before, 'bob')
    const { token } = (await moveBrowser(bob, before).send(getCsrfToken, {})).json<{
      token: string
    }>()
    const reply = await moveBrowser(bob, done).send(
      readNotifications,
      { body: LINES },
      { 'x-csrf-token': token },
    )
    expect(reply.json()).toMatchObject({ code: 'invalid-csrf-token' })
  })

  test('a mailed code and a mailed link still verify an email, and wrong codes are counted together', async () => {
    const email = 'carla@example.test'
    const browser = before.browser()
    await browser.call(signUp, { body: buildSignUpForm('carla') })
    const { code = '', token = '' } = await readNewestMail(before, email)
    const wrong = code === '000000' ? '000001' : '000000'
    const tryCode = (api: Api) =>
      moveBrowser(browser, api).send(verifyCode, { body: { email, code: wrong } })
    const replies = [
      await tryCode(spreading),
      await tryCode(switched),
      await tryCode(spreading),
      await tryCode(switched),
    ]
    expect(replies.map((reply) => reply.json<{ code: string }>().code)).toEqual(
      replies.map(() => 'invalid-input'),
    )
    const verified = await moveBrowser(browser, switched).send(verifyCode, {
      body: { email, code },
    })
    expect(verified.statusCode).toBe(200)
    const link = await switched.visitor.send(verifyEmail, { params: { token } })
    expect(link.statusCode).toBe(200)
  })

  test('the link of the first mail stays valid when another code is sent', async () => {
    const email = 'dora@example.test'
    await before.visitor.call(signUp, { body: buildSignUpForm('dora') })
    const { token = '' } = await readNewestMail(before, email)
    await sql`delete from code_requests`.execute(before.db)
    await switched.visitor.call(resendVerification, { body: { email } })
    const again = await readNewestMail(switched, email)
    expect(again.token).toBe(token)
    expect((await switched.visitor.send(verifyEmail, { params: { token } })).statusCode).toBe(200)
  })

  test('a code to change the password still works', async () => {
    const eva = await signInNewMember(before, 'eva')
    await eva.call(sendPasswordCode, {})
    const { code = '' } = await readNewestMail(before, 'eva@example.test')
    const body = { currentPassword: PASSWORD, newPassword: 'Brand new 9', verificationCode: code }
    const reply = await moveBrowser(eva, switched).send(changePassword, { body })
    expect(reply.statusCode).toBe(200)
  })

  test('an authenticator app and its recovery codes work at every step, and after the last one', async () => {
    const fred = await signInNewMember(before, 'fred')
    const authenticator = await setUpTotp(fred)
    const [first = ''] = authenticator.recoveryCodes
    const signInAt = async (api: Api, form: SecondFactorForm) => {
      const browser = api.browser()
      await browser.send(logIn, { body: { email: 'fred@example.test', password: PASSWORD } })
      return (await browser.send(giveSecondFactor, { body: form })).statusCode
    }
    const signInWithCode = async (api: Api) =>
      signInAt(api, { code: await readCode(api.db, authenticator) })
    for (const api of [before, spreading, switched]) expect(await signInWithCode(api)).toBe(200)
    // The job of the worker has not run yet: what the old secret encrypted is read by nobody without it.
    expect(await signInWithCode(done)).toBe(400)
    expect(await resealTotpSecrets(switched.db, switched.config)).toBe(1)
    expect(await resealTotpSecrets(switched.db, switched.config)).toBe(0)
    expect(await resealTotpSecrets(done.db, done.config)).toBe(0)
    for (const api of [spreading, switched, done]) expect(await signInWithCode(api)).toBe(200)
    expect(await signInAt(done, { recoveryCode: first })).toBe(200)
  })

  test('a retired username stays retired', async () => {
    await retireUsername(before.db, OLD, 'gone')
    const reply = await switched.browser().send(signUp, { body: buildSignUpForm('gone') })
    expect(reply.statusCode).toBe(409)
  })

  test('links in mails, the cookie of a Google sign-in and reported messages are still read', () => {
    const secrets = listSecrets(switched.config)
    const memberId = '01932d4d-1ae7-7116-81fb-ed1476c2b116'
    const unsubscribe = createUnsubscribeToken(OLD, { memberId, kind: 'messages' })
    expect(parseUnsubscribeToken(secrets, unsubscribe)).toEqual({ memberId, kind: 'messages' })
    expect(parseUnsubscribeToken([NEW], unsubscribe)).toBeUndefined()
    expect(parseStillOpenToken(secrets, createStillOpenToken(OLD, memberId))).toBe(memberId)
    expect(parseStillOpenToken([NEW], createStillOpenToken(OLD, memberId))).toBeUndefined()

    const authorization = {
      purpose: 'sign-in' as const,
      state: 'a',
      nonce: 'b',
      verifier: 'c',
      expiresAt: Date.now() + 60_000,
    }
    const cookie = encryptAuthorization(OLD, authorization)
    expect(decryptAuthorization(secrets, cookie)).toEqual(authorization)
    expect(decryptAuthorization([NEW], cookie)).toBeUndefined()

    const messages = [{ isByAuthor: true, content: 'Spam', createdAt: '2026-01-01T00:00:00.000Z' }]
    const { content } = encryptMessages(before.config, memberId, messages)
    expect(decryptMessages(switched.config, memberId, content)).toEqual(messages)
    expect(decryptMessages(done.config, memberId, content)).toEqual([])
  })

  test('a waiting mail is sent, and its key makes no second one', async () => {
    await using smtpServer = await startTestSmtpServer()
    const template = defineMailTemplate('note', z.object({}), () => ({
      subject: 'A note',
      text: 'Hello',
      html: '<p>Hello</p>',
    }))
    await using stack = await startWorkerStack({
      env: { SMTP_URL: smtpServer.smtpUrl, SECRET: NEW, SECRET_BEFORE: OLD },
    })
    const mail = { key: 'note 1', to: 'ada@example.com', template, data: {} }
    await enqueueMail(stack.db, before.mailer, mail)
    await enqueueMail(stack.db, stack.mailer, mail)
    await enqueueMail(stack.db, stack.mailer, { ...mail, key: 'note 2', to: 'bob@example.com' })
    await stack.startWorker(...createMailJobs([template]))
    await smtpServer.waitForMails('ada@example.com')
    await smtpServer.waitForMails('bob@example.com')
    expect(smtpServer.deliveries()).toBe(2)
  })
})
