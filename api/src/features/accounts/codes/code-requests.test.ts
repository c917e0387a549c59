import {
  forgotPassword,
  logIn,
  resendVerification,
  sendPasswordCode,
  signUp,
  verifyCode,
} from '@dolph/contract/accounts/accounts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  buildSignUpForm,
  PASSWORD,
  readNewestMail,
  readQueuedMails,
  signInNewMember,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }
const email = 'ada@example.test'

type Api = Awaited<ReturnType<typeof startApp>>
type Reply = Awaited<ReturnType<Api['visitor']['send']>>

describe('another verification code within a minute', () => {
  test('is refused with the seconds left, and none is sent', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: buildSignUpForm('ada') })

    const reply = await api.visitor.send(resendVerification, { body: { email } })

    expectEarly(reply)
    expect(await readQueuedMails(api, email)).toHaveLength(1)
    await passTime(api, 61)
    expect(await api.visitor.call(resendVerification, { body: { email } })).toMatchObject({
      message: 'New verification code sent successfully!',
    })
    expect(await readQueuedMails(api, email)).toHaveLength(2)
  })

  test('is refused in any browser, and alike for an email without account or sign-up', async () => {
    await using api = await startApp(relaxed)
    await signInNewMember(api, 'member')
    await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
    await passTime(api, 61)
    const replies: Reply[][] = []
    for (const to of [email, 'member@example.test', 'nobody@example.test']) {
      const ask = () => api.browser().send(resendVerification, { body: { email: to } })
      replies.push([await ask(), await ask()])
    }
    for (const [first, second] of replies) {
      expect(first?.statusCode).toBe(200)
      expect(first?.body).toBe(replies[0]?.[0]?.body)
      if (second) expectEarly(second)
    }
  })

  test('is refused to all but one of many concurrent requests', async () => {
    await using api = await startApp(relaxed)
    const ask = () => api.browser().send(resendVerification, { body: { email } })
    const statuses = (await Promise.all(Array.from({ length: 20 }, ask))).map(
      ({ statusCode }) => statusCode,
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 429)).toHaveLength(19)
  })

  test('is not refused to the browser that signed up because a stranger has asked for one', async () => {
    await using api = await startApp(relaxed)
    const owner = api.browser()
    await owner.call(signUp, { body: buildSignUpForm('ada') })
    await readQueuedMails(api, email)
    await passTime(api, 61)
    await api.browser().call(resendVerification, { body: { email } })
    await readQueuedMails(api, email)

    await owner.call(resendVerification, { body: { email } })

    const { code = '' } = await readNewestMail(api, email)
    expect(await readQueuedMails(api, email)).toHaveLength(3)
    await owner.call(verifyCode, { body: { email, code } })
  })

  test('leaves the earlier code valid, also after a log-in that asks for a new one', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
    const { code = '' } = await readNewestMail(api, email)
    const phone = api.browser()
    const login = await phone.send(logIn, { body: { email, password: PASSWORD } })
    expect(login.json()).toMatchObject({ message: 'Please verify your email to log in.' })

    expectEarly(await phone.send(resendVerification, { body: { email } }))

    await phone.call(verifyCode, { body: { email, code } })
  })
})

describe('codes', () => {
  test('to verify an email are sent five times an hour and ten times a day', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
    await readQueuedMails(api, email)
    const ask = () => api.visitor.send(resendVerification, { body: { email } })
    for (let sent = 1; sent < 5; sent += 1) {
      await passTime(api, 61)
      expect((await ask()).statusCode).toBe(200)
      await readQueuedMails(api, email)
    }
    await passTime(api, 61)

    const sixth = await ask()

    // The first of the five was sent 305 seconds ago.
    expect(sixth.statusCode).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_600 - 320)
    expect(sixth.json()).toMatchObject({
      message: 'Please wait 55 minutes before asking for another code.',
    })
    expect(await readQueuedMails(api, email)).toHaveLength(5)
    for (let sent = 5; sent < 10; sent += 1) {
      await passTime(api, 3_601)
      expect((await ask()).statusCode).toBe(200)
    }
    await passTime(api, 3_601)
    expect((await ask()).statusCode).toBe(429)
    await passTime(api, 86_400)
    expect((await ask()).statusCode).toBe(200)
  })

  test('to change the password are sent once a minute and five times an hour', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    await ada.call(sendPasswordCode, {})
    for (let sent = 1; sent < 5; sent += 1) {
      expectEarly(await ada.send(sendPasswordCode, {}))
      await passTime(api, 61)
      await ada.call(sendPasswordCode, {})
    }
    await passTime(api, 61)

    const sixth = await ada.send(sendPasswordCode, {})

    expect([sixth.statusCode, sixth.json()]).toMatchObject([429, { code: 'too-many-requests' }])
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_000)
    expect(await readQueuedMails(api, email)).toHaveLength(5)
  })
})

test('a forgotten password gets one answer for every email, and mails no more codes than are allowed', async () => {
  await using api = await startApp(relaxed)
  await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
  const ask = () => api.browser().send(forgotPassword, { body: { email } })
  expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200])
  expect(await readQueuedMails(api, email)).toHaveLength(1)
  await passTime(api, 61)
  await ask()
  await ask()
  expect(await readQueuedMails(api, email)).toHaveLength(2)
})

function expectEarly(reply: Reply): void {
  expect(reply.statusCode).toBe(429)
  const seconds = Number(reply.headers['retry-after'])
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(reply.json()).toEqual({
    success: false,
    code: 'too-many-requests',
    message: `Please wait ${seconds} seconds before asking for another code.`,
  })
}

/** Makes every request for a code older. */
async function passTime({ db }: Api, seconds: number): Promise<void> {
  await sql`update code_requests set requested_at = array(
    select at - make_interval(secs => ${seconds}) from unnest(requested_at) as at order by at)`.execute(
    db,
  )
}
