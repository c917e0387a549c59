import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import {
  changePassword,
  forgotPassword,
  logIn,
  resetPassword,
  sendPasswordCode,
} from '@dolph/contract/accounts/accounts'
import {
  giveSecondFactor,
  newRecoveryCodes,
  readSecondFactor,
  removeTotp,
  type SecondFactorForm,
} from '@dolph/contract/accounts/second-factor'
import { endOtherSessions, listSessions } from '@dolph/contract/accounts/sessions'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { listCases } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { computeWrongCode, readCode, setUpTotp } from '../../../testing/set-up-totp.ts'
import {
  createAccountFixture,
  PASSWORD,
  proveMember,
  readNewestMail,
  signInNewMember,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

type Api = Awaited<ReturnType<typeof startApp>>
const NEEDED = {
  code: 'second-factor-needed',
  message: 'Enter the code from your authenticator app.',
}

let api: Api
let count = 0
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  return () => api[Symbol.asyncDispose]()
})

describe('the right password of an account with a second factor', () => {
  test('signs nobody in, and leaves a cookie of five minutes that scripts cannot read', async () => {
    const { email } = await createMember()
    const browser = api.browser()
    const reply = await browser.send(logIn, { body: { email, password: PASSWORD } })
    expect([reply.statusCode, reply.json()]).toMatchObject([403, NEEDED])
    expect(reply.cookies).toMatchObject([
      { name: 'begun-sign-in', httpOnly: true, sameSite: 'Lax', maxAge: 300, path: '/' },
    ])
    expect((await browser.send(getViewer, {})).statusCode).toBe(401)
    const { rows } = await sql<{ stored: string }>`
      select encode(token_hash, 'escape') as stored from begun_sign_ins`.execute(api.db)
    for (const { stored } of rows)
      expect(stored).not.toContain(browser.cookies.get('begun-sign-in'))
  })

  test('and a code of the app sign in; the same code not twice', async () => {
    const { email, authenticator } = await createMember()
    const browser = await begin(email)
    const code = await readCode(api.db, authenticator)
    await browser.call(giveSecondFactor, { body: { code } })
    expect((await browser.call(getViewer, {})).data.email).toBe(email)
    expect(browser.cookies.has('begun-sign-in')).toBe(false)
    expect(await listKinds(browser)).toEqual([
      'signed-in',
      'second-factor-on',
      'proof-given',
      'signed-in',
    ])

    const thief = await begin(email)
    const again = await thief.send(giveSecondFactor, { body: { code } })
    expect([again.statusCode, again.json()]).toMatchObject([
      400,
      { fields: { code: 'This code was used already. Wait for the next one.' } },
    ])
    expect((await thief.send(getViewer, {})).statusCode).toBe(401)
  })

  test('and one code in twenty browsers at once sign one in', async () => {
    const { email, authenticator } = await createMember()
    const browsers = await Promise.all(Array.from({ length: 20 }, () => begin(email)))
    const code = await readCode(api.db, authenticator)
    expect(await tryAll(browsers, { code })).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 400),
    ])
  })

  test('and ten recovery codes at once in one browser sign in once, and spend one', async () => {
    const { email, authenticator, member } = await createMember()
    const browser = await begin(email)
    const replies = await Promise.all(
      authenticator.recoveryCodes.map((recoveryCode) => tryCode(browser, { recoveryCode })),
    )
    expect(replies.filter((status) => status === 200)).toHaveLength(1)
    expect((await member.call(readSecondFactor, {})).data.recoveryCodesLeft).toBe(9)
  })
})

describe('tries', () => {
  test('are five, of fifty at once too; then the right code is no use', async () => {
    const { email, authenticator } = await createMember()
    const browser = await begin(email)
    const body = { code: computeWrongCode(authenticator) }
    const wrong = Array.from({ length: 50 }, () => browser.send(giveSecondFactor, { body }))
    const replies = (await Promise.all(wrong)).map((reply) => reply.json<{ code: string }>().code)
    expect(replies.filter((code) => code === 'invalid-input')).toHaveLength(4)
    expect(replies.filter((code) => code === 'code-expired')).toHaveLength(46)
    const code = await readCode(api.db, authenticator)
    const reply = await browser.send(giveSecondFactor, { body: { code } })
    expect(reply.json()).toMatchObject({ code: 'code-expired' })
    expect((await browser.send(getViewer, {})).statusCode).toBe(401)
  })

  test('end after five minutes, and need the cookie', async () => {
    const { email, authenticator } = await createMember()
    const browser = await begin(email)
    const body = { code: await readCode(api.db, authenticator) }
    await sql`update begun_sign_ins set expires_at = now()`.execute(api.db)
    expect((await browser.send(giveSecondFactor, { body })).json()).toMatchObject({
      code: 'code-expired',
    })
    const stranger = await api.browser().send(giveSecondFactor, { body })
    expect(stranger.json()).toMatchObject({ code: 'code-expired' })
  })

  test('are limited for a member however many sign-ins are begun, but not for a known device', async () => {
    await using strict = await startApp()
    const { email, authenticator, member } = await createMember(strict)
    const body = { code: computeWrongCode(authenticator) }
    const statuses: number[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      const guesser = await begin(email, strict, `10.0.0.${nth}`)
      statuses.push(await tryCode(guesser, body), await tryCode(guesser, body))
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const right = { code: await readCode(strict.db, authenticator) }
    expect(await tryCode(await begin(email, strict, '10.0.1.1'), right)).toBe(429)
    // The owner's browser has given the second factor before, as it has set it up.
    await member.send(logIn, { body: { email, password: PASSWORD } })
    expect(await tryCode(member, right)).toBe(200)
  })

  test('are not new for a known device in which another member has signed in', async () => {
    await using strict = await startApp()
    const { email, authenticator, member } = await createMember(strict)
    await createAccountFixture(strict.db, 'eve')
    const body = { code: computeWrongCode(authenticator) }
    const statuses: number[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      await member.call(logIn, { body: { email: 'eve@example.test', password: PASSWORD } })
      await member.send(logIn, { body: { email, password: PASSWORD } })
      statuses.push(await tryCode(member, body), await tryCode(member, body))
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('are not new for a device that is known by a reset password alone', async () => {
    await using strict = await startApp()
    const { email, authenticator } = await createMember(strict)
    const thief = strict.browser('10.0.0.9')
    const body = { code: computeWrongCode(authenticator) }
    const statuses: number[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      await resetPasswordOf(email, thief, strict)
      await thief.send(logIn, { body: { email, password: NEW_PASSWORD } })
      statuses.push(await tryCode(thief, body), await tryCode(thief, body))
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('with a wrong code are an event that the owner sees, one an hour', async () => {
    const { email, authenticator, member } = await createMember()
    const browser = await begin(email)
    const body = { code: computeWrongCode(authenticator) }
    await tryCode(browser, body)
    await tryCode(browser, body)
    const kinds = await listKinds(member)
    expect(kinds.filter((kind) => kind === 'second-factor-failed')).toHaveLength(1)
  })
})

describe('a begun sign-in ends', () => {
  const EXPIRED = { code: 'code-expired' }

  test.each([
    [
      'when the owner logs everybody else out',
      async (member: Browser) => member.call(endOtherSessions, {}),
    ],
    [
      'when the second factor is switched off',
      async (member: Browser) => member.call(removeTotp, {}),
    ],
    [
      'when the password is changed',
      async (member: Browser, email: string) => {
        await member.call(sendPasswordCode, {})
        const { code = '' } = await readNewestMail(api, email)
        const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
        await member.call(changePassword, { body: { ...passwords, verificationCode: code } })
      },
    ],
    [
      'when the password is reset',
      async (_: Browser, email: string) => resetPasswordOf(email, api.browser()),
    ],
  ])('%s', async (_, end) => {
    const { email, authenticator, member } = await createMember()
    const browser = await begin(email)
    await end(member, email)
    const recoveryCode = authenticator.recoveryCodes[0] ?? ''
    const reply = await browser.send(giveSecondFactor, { body: { recoveryCode } })
    expect(reply.json()).toMatchObject(EXPIRED)
  })
})

test('a reset password still asks for the second factor', async () => {
  const { email, authenticator } = await createMember()
  const browser = api.browser()
  await resetPasswordOf(email, browser)
  expect((await browser.send(getViewer, {})).statusCode).toBe(401)
  const reply = await browser.send(logIn, { body: { email, password: NEW_PASSWORD } })
  expect([reply.statusCode, reply.json()]).toMatchObject([403, NEEDED])
  await browser.call(giveSecondFactor, { body: { code: await readCode(api.db, authenticator) } })
})

test('a changed password keeps the second factor of the session', async () => {
  const { email, member } = await createMember()
  await member.call(sendPasswordCode, {})
  const { code = '' } = await readNewestMail(api, email)
  const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  await member.call(changePassword, { body: { ...passwords, verificationCode: code } })
  await makeModerator(email)
  expect((await member.send(listCases, { querystring: {} })).statusCode).toBe(200)
})

describe('a wrong password', () => {
  test('is answered the same with and without a second factor', async () => {
    const { email } = await createMember()
    const without = await signInNewMember(api, 'without')
    const { data } = await without.call(getViewer, {})
    const replies = await Promise.all(
      [email, data.email, 'nobody@example.test'].map(async (each) => {
        const reply = await api
          .browser()
          .send(logIn, { body: { email: each, password: 'Wrong 123' } })
        const { 'x-request-id': _, date: __, ...headers } = reply.headers
        return { body: reply.body, headers: Object.keys(headers), cookies: reply.cookies }
      }),
    )
    expect(replies[0]).toMatchObject({ cookies: [] })
    expect(replies[1]).toEqual(replies[0])
    expect(replies[2]).toEqual(replies[0])
  })
})

describe('a recovery code', () => {
  test('signs in once, however it is typed, with a mail and proof to switch the app off', async () => {
    const { email, authenticator } = await createMember()
    const [first = ''] = authenticator.recoveryCodes
    const browser = await begin(email)
    const typed = first.toUpperCase().replaceAll('-', ' ')
    const reply = await browser.call(giveSecondFactor, { body: { recoveryCode: typed } })
    expect(reply.recoveryCodesLeft).toBe(9)
    expect(await readNewestMail(api, email)).toMatchObject({
      template: 'recovery-code-used',
      left: 9,
    })
    expect(await listKinds(browser)).toContain('recovery-code-used')
    const again = await begin(email)
    expect(await tryCode(again, { recoveryCode: first })).toBe(400)
    await browser.call(removeTotp, {})
    await api.browser().call(logIn, { body: { email, password: PASSWORD } })
  })

  test('signs in once in twenty browsers at once', async () => {
    const { email, authenticator } = await createMember()
    const browsers = await Promise.all(Array.from({ length: 20 }, () => begin(email)))
    const [recoveryCode = ''] = authenticator.recoveryCodes
    const statuses = await tryAll(browsers, { recoveryCode })
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
  })

  test('of another member, or of before new ones were made, is wrong', async () => {
    const { email, authenticator, member } = await createMember()
    const other = await createMember()
    const browser = await begin(email)
    expect(
      await tryCode(browser, { recoveryCode: other.authenticator.recoveryCodes[0] ?? '' }),
    ).toBe(400)
    await member.call(newRecoveryCodes, {})
    expect(await tryCode(browser, { recoveryCode: authenticator.recoveryCodes[0] ?? '' })).toBe(400)
  })

  test('works when SECRET is lost and no code of the app can be checked', async () => {
    const { email, authenticator } = await createMember()
    await using other = await startApp({
      shareWith: api,
      env: { SECRET: 'w2Rk8sBv5Nq1Xm7Tj4Zc0Lp9Dh3Fg6Ya', LIMITS: 'relaxed' },
    })
    const browser = await begin(email, other)
    expect(await tryCode(browser, { code: await readCode(api.db, authenticator) })).toBe(400)
    expect(await tryCode(browser, { recoveryCode: authenticator.recoveryCodes[0] ?? '' })).toBe(200)
  })
})

test.each([[{}], [{ code: '12345' }], [{ code: '123456', recoveryCode: 'a'.repeat(16) }]])(
  'the form %s is refused and counts as no try',
  async (body) => {
    const { email } = await createMember()
    const browser = await begin(email)
    expect((await browser.send(giveSecondFactor, { body })).statusCode).toBe(400)
    const { rows } = await sql<{ tries: number }>`select tries from begun_sign_ins
      order by expires_at desc limit 1`.execute(api.db)
    expect(rows).toEqual([{ tries: 0 }])
  },
)

describe('staff', () => {
  const REFUSED = { code: 'second-factor-needed', message: 'Set up a second factor to review.' }

  test('without a second factor reviews nothing, and can set one up by itself', async () => {
    const email = 'sam@example.test'
    await signInNewMember(api, 'sam')
    await makeModerator(email)
    const sam = api.browser()
    await sam.call(logIn, { body: { email, password: PASSWORD } })
    const refused = await sam.send(listCases, { querystring: {} })
    expect([refused.statusCode, refused.json()]).toMatchObject([403, REFUSED])
    // Proof by password is no second factor.
    await proveMember(sam)
    expect((await sam.send(listCases, { querystring: {} })).json()).toMatchObject(REFUSED)
    const authenticator = await setUpTotp(sam)
    expect((await sam.send(listCases, { querystring: {} })).statusCode).toBe(200)

    const next = await begin(email)
    await next.call(giveSecondFactor, { body: { code: await readCode(api.db, authenticator) } })
    expect((await next.send(listCases, { querystring: {} })).statusCode).toBe(200)
    await proveMember(next)
    await next.call(removeTotp, {})
    for (const browser of [sam, next]) {
      expect((await browser.send(listCases, { querystring: {} })).json()).toMatchObject(REFUSED)
    }
  })

  test('that a member is not hears nothing of a second factor', async () => {
    await signInNewMember(api, 'tom')
    const tom = api.browser()
    await tom.call(logIn, { body: { email: 'tom@example.test', password: PASSWORD } })
    expect((await tom.send(listCases, { querystring: {} })).statusCode).toBe(404)
  })
})

test('sessions stay as they are while a sign-in waits', async () => {
  const { email, member } = await createMember()
  await member.send(logIn, { body: { email, password: PASSWORD } })
  expect((await member.call(listSessions, {})).data).toHaveLength(1)
})

const NEW_PASSWORD = 'Brand new 9'

async function createMember(at: Api = api) {
  count += 1
  const userName = `member${count}`
  await createAccountFixture(at.db, userName)
  const member = at.browser()
  await member.call(logIn, { body: { email: `${userName}@example.test`, password: PASSWORD } })
  const authenticator = await setUpTotp(member)
  return { email: `${userName}@example.test`, member, authenticator }
}

/** A browser that has given the right password. */
async function begin(email: string, at: Api = api, address?: string): Promise<Browser> {
  const browser = at.browser(address)
  const reply = await browser.send(logIn, { body: { email, password: PASSWORD } })
  expect(reply.json()).toMatchObject(NEEDED)
  return browser
}

async function tryCode(browser: Browser, body: SecondFactorForm): Promise<number> {
  return (await browser.send(giveSecondFactor, { body })).statusCode
}

async function tryAll(browsers: Browser[], body: SecondFactorForm): Promise<number[]> {
  const statuses = await Promise.all(browsers.map((browser) => tryCode(browser, body)))
  return statuses.toSorted((one, other) => one - other)
}

async function resetPasswordOf(email: string, browser: Browser, at: Api = api): Promise<void> {
  await browser.call(forgotPassword, { body: { email } })
  const { token = '' } = await readNewestMail(at, email)
  await browser.call(resetPassword, { body: { token, password: NEW_PASSWORD } })
}

async function makeModerator(email: string): Promise<void> {
  await sql`insert into staff (member_id, role)
    select member_id, 'moderator' from accounts where email = ${email}`.execute(api.db)
}

async function listKinds(member: Browser) {
  const { data } = await member.call(listAccountEvents, { querystring: {} })
  return data.map(({ kind }) => kind)
}
