import {
  forgotPassword,
  logIn,
  logOut,
  resendVerification,
  resetPassword,
  signUp,
  verifyCode,
  verifyEmail,
} from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  buildSignUpForm,
  signUpMember,
  readNewestMail,
  PASSWORD,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { publishSessionChange } from '../../../platform/realtime/bus.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }

describe('signing up', () => {
  test('form, code and password make a member who is signed in', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'Ada_L')

    const me = await ada.call(getViewer, {})

    expect(me.data).toMatchObject({
      userName: 'Ada_L',
      firstName: 'Ada',
      email: 'ada_l@example.test',
    })
    expect(me._id).toBe(me.data._id)
    expect(Date.parse(me.data.sessionExpiresAt)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  })

  test('the reply has the message and the email that the page shows', async () => {
    await using api = await startApp(relaxed)
    expect(await api.visitor.call(signUp, { body: buildSignUpForm('Ada') })).toEqual({
      success: true,
      message: 'Account created. Please check your email for a verification code.',
      email: 'ada@example.test',
    })
  })

  test('the link in the mail says where its sign-up wanted to go, in any browser and when opened again', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: { ...buildSignUpForm('ada'), next: '/p/7/reef?x=1#a' } })
    const { token = '' } = await readNewestMail(api, 'ada@example.test')
    const expected = { email: 'ada@example.test', next: '/p/7/reef?x=1#a' }

    const phone = api.browser()
    expect(await phone.call(verifyEmail, { params: { token } })).toMatchObject(expected)
    expect(await phone.call(verifyEmail, { params: { token } })).toMatchObject(expected)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    '/\t/evil.example',
    '/login?next=/posts',
    '/signup',
    '/\u0000',
  ])('a sign-up that wants to go to %j is accepted and leads nowhere else', async (next) => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: { ...buildSignUpForm('ada'), next } })
    const { token = '' } = await readNewestMail(api, 'ada@example.test')
    const reply = await api.visitor.call(verifyEmail, { params: { token } })
    expect(reply).not.toHaveProperty('next')
  })

  test('the link in the mail verifies like the code, however often it is opened', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
    const { token = '' } = await readNewestMail(api, 'ada@example.test')

    await api.visitor.call(verifyEmail, { params: { token } })
    await api.visitor.call(verifyEmail, { params: { token } })

    const credentials = { email: 'ada@example.test', password: PASSWORD }
    expect(await api.visitor.call(logIn, { body: credentials })).toMatchObject({
      message: 'Successfully logged in!',
    })
  })

  test('the link verifies for a client that sends no Sec-Fetch-Site', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
    const { token = '' } = await readNewestMail(api, 'ada@example.test')

    const reply = await api.app.inject(`/api/users/verify-email/${token}`)

    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { message: 'Email verified successfully! You can now log in.' },
    ])
  })

  test('a mail scanner that fetches the link in the mail, and a foreign page, verify nothing', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
    const { token = '' } = await readNewestMail(api, 'ada@example.test')

    await api.app.inject(`/verify-email/${token}`)
    for (const site of ['cross-site', 'same-site', 'none']) {
      const url = `/api/users/verify-email/${token}`
      const reply = await api.app.inject({ url, headers: { 'sec-fetch-site': site } })
      expect([reply.statusCode, reply.json()]).toMatchObject([
        400,
        { message: 'Verification failed. Invalid or expired token.' },
      ])
    }

    expect(await api.db.selectFrom('members').select('id').execute()).toEqual([])
  })

  test.each([
    [
      'passwords that differ',
      { confirmPassword: 'Other 12345' },
      'confirmPassword',
      'Passwords do not match.',
    ],
    [
      'a short password',
      { Password: 'Ab1', confirmPassword: 'Ab1' },
      'Password',
      'At least 8 characters, 1 uppercase letter and 1 number',
    ],
    [
      'a common password',
      { Password: 'Password1', confirmPassword: 'Password1' },
      'Password',
      'This password is among the first that anybody would try',
    ],
    ['a reserved name', { userName: 'admin' }, 'userName', 'This username is already taken'],
    [
      'an invalid name',
      { userName: 'a b' },
      'userName',
      'Use 3 to 30 letters, numbers, hyphens or underscores',
    ],
    ['an invalid email', { Email: 'ada@localhost' }, 'Email', 'Please enter a valid email address'],
    [
      'two emails in one field',
      { Email: 'a@b.example,c@d.example' },
      'Email',
      'Please enter a valid email address',
    ],
    ['no first name', { firstName: ' ' }, 'firstName', 'First name is required'],
  ])('%s is refused at its field', async (_, change, field, message) => {
    await using api = await startApp(relaxed)
    const reply = await api.visitor.send(signUp, { body: { ...buildSignUpForm('ada'), ...change } })
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.json<{ fields: object }>().fields).toMatchObject({ [field]: message })
  })

  test('a username is taken whatever its case', async () => {
    await using api = await startApp(relaxed)
    await signUpMember(api, 'ada')
    const body = { ...buildSignUpForm('ADA'), Email: 'other@example.test' }
    const reply = await api.visitor.send(signUp, { body })
    expect(reply.statusCode).toBe(409)
  })

  test('unknown fields of the form are ignored', async () => {
    await using api = await startApp(relaxed)
    const body = {
      ...buildSignUpForm('eve'),
      verified_at: 'now',
      googleSub: '1',
      emailVerified: true,
    }
    await api.visitor.call(signUp, { body })
    const reply = await api.visitor.send(logIn, {
      body: { email: 'eve@example.test', password: PASSWORD },
    })
    expect(reply.json()).toMatchObject({ code: 'email-not-verified' })
  })
})

describe('logging in', () => {
  test('before the email is verified is refused with the code and message that the page expects', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
    const reply = await api.visitor.send(logIn, {
      body: { email: 'ada@example.test', password: PASSWORD },
    })
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toEqual({
      success: false,
      code: 'email-not-verified',
      message: 'Please verify your email to log in.',
    })
  })

  test('logging out ends the session at once, and can be repeated', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    const stolen = new Map(ada.cookies)

    await ada.call(logOut, {})
    await ada.call(logOut, {})

    const thief = api.browser()
    for (const [name, value] of stolen) thief.cookies.set(name, value)
    expect((await thief.send(getViewer, {})).statusCode).toBe(401)
  })

  test('creates a new session, and the previous one ends', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    const before = ada.cookies.get('sid') ?? ''

    await ada.call(logIn, { body: { email: 'ada@example.test', password: PASSWORD } })

    expect(ada.cookies.get('sid')).not.toBe(before)
    const old = api.browser()
    old.cookies.set('sid', before)
    expect((await old.send(getViewer, {})).statusCode).toBe(401)
  })

  test('a session expires after seven idle days, and after thirty in any case', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    const { _id: id } = await ada.call(getViewer, {})
    for (const column of ['last_seen_at', 'expires_at'] as const) {
      const age = column === 'last_seen_at' ? '7 days' : '1 second'
      await sql`update sessions set last_seen_at = now(), expires_at = 'infinity'`.execute(api.db)
      expect((await ada.send(getViewer, {})).statusCode).toBe(200)
      await sql`update sessions set ${sql.ref(column)} = now() - ${age}::interval`.execute(api.db)
      publishSessionChange(api.bus, id)
      expect((await ada.send(getViewer, {})).statusCode).toBe(401)
    }
  })
})

test('a new code replaces the previous one', async () => {
  await using api = await startApp(relaxed)
  const body = { email: 'ada@example.test' }
  await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
  const first = await readNewestMail(api, body.email)
  await sql`delete from code_requests`.execute(api.db)
  await api.visitor.call(resendVerification, { body })

  const second = await readNewestMail(api, body.email)
  const stale = await api.visitor.send(verifyCode, { body: { ...body, code: first.code ?? '' } })
  expect(stale.statusCode).toBe(400)
  await api.visitor.call(verifyCode, { body: { ...body, code: second.code ?? '' } })
})

describe('a forgotten password', () => {
  test('is replaced with the link from the mailbox, and all sessions end', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    const email = 'ada@example.test'
    await api.visitor.call(forgotPassword, { body: { email } })
    const { token = '' } = await readNewestMail(api, email)

    await api.visitor.call(resetPassword, { body: { token, password: 'Brand new 9' } })

    expect((await ada.send(getViewer, {})).statusCode).toBe(401)
    expect((await ada.send(logIn, { body: { email, password: PASSWORD } })).statusCode).toBe(400)
    await ada.call(logIn, { body: { email, password: 'Brand new 9' } })
    const again = await api.visitor.send(resetPassword, { body: { token, password: 'Another 99' } })
    expect(again.json()).toMatchObject({ message: 'This link is invalid or has expired.' })
    expect((await readNewestMail(api, email)).template).toBe('password-changed')
  })

  test.each([
    ['leads back to the page that was wanted', '/posts/1?a=b', { next: '/posts/1?a=b' }],
    ['leads to no other site', '//evil.example/', {}],
  ])('%s', async (_, next, expected) => {
    await using api = await startApp(relaxed)
    await signUpMember(api, 'ada')
    const email = 'ada@example.test'
    await api.visitor.call(forgotPassword, { body: { email, next } })
    const { token = '' } = await readNewestMail(api, email)
    const reply = await api.visitor.call(resetPassword, {
      body: { token, password: 'Brand new 9' },
    })
    expect(reply).toEqual({ success: true, message: 'Password updated successfully', ...expected })
  })
})
