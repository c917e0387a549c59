import {
  forgotPassword,
  logIn,
  logOut,
  resendVerification,
  sendPasswordCode,
  signUp,
  verifyCode,
} from '@dolph/contract/accounts/accounts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  buildSignUpForm,
  signInNewMember,
  signUpMember,
  readNewestMail,
  readQueuedMails,
  PASSWORD,
} from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { redeemCode } from './codes/codes-and-links.ts'
import { verifyByCode } from './codes/verification.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }
const email = 'ada@example.test'

describe('guessing a code', () => {
  test('after five wrong tries, none of a thousand concurrent guesses is accepted, not even the right code', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
    const { code = '' } = await readNewestMail(api, email)
    const wrong = code === '123456' ? '654321' : '123456'
    const guesses = Array.from({ length: 1_000 }, (_, index) => (index < 900 ? wrong : code))
    const guess = async (each: string) =>
      verifyByCode(api, { email, code: each }, undefined).then(
        () => true,
        () => false,
      )
    for (const each of guesses.slice(0, 5)) await guess(each)

    const results = await Promise.all(guesses.map(guess))

    expect(results.filter(Boolean)).toHaveLength(0)
    expect(await api.db.selectFrom('members').select('id').execute()).toEqual([])
    // The browser that signed up has tries of its own.
    await api.visitor.call(verifyCode, { body: { email, code } })
  })

  test('concurrent guesses in the browser that signed up end as well', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
    const { code = '' } = await readNewestMail(api, email)
    const wrong = code === '123456' ? '654321' : '123456'
    const body = { email, code: wrong }

    const replies = await Promise.all(
      Array.from({ length: 100 }, () => api.visitor.send(verifyCode, { body })),
    )

    expect(replies.every((reply) => reply.statusCode === 400)).toBe(true)
    const late = await api.visitor.send(verifyCode, { body: { email, code } })
    expect(late.statusCode).toBe(400)
  })

  test('a code to change the password never works for another member, nor twice', async () => {
    await using api = await startApp(relaxed)
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    await ada.call(sendPasswordCode, {})
    await bob.call(sendPasswordCode, {})
    const { code = '' } = await readNewestMail(api, email)
    const { code: bobsCode = '' } = await readNewestMail(api, 'bob@example.test')
    const [first, second] = await api.db.selectFrom('members').select('id').orderBy('id').execute()
    const redeem = async (id: string | undefined, each: string) =>
      redeemCode(api.db, [api.config.SECRET], {
        memberId: id ?? '',
        purpose: 'change-password',
        code: each,
      })

    expect(await redeem(second?.id, code)).toBe(code === bobsCode ? 'accepted' : 'wrong')
    expect(await redeem(first?.id, code)).toBe('accepted')
    expect(await redeem(first?.id, code)).toBe('expired')
  })
})

describe('probing for registered emails', () => {
  test('gets the same bytes for a known and an unknown email', async () => {
    await using api = await startApp(relaxed)
    await signUpMember(api, 'ada')
    // As if Ada had signed up long ago: a code that was just sent makes every caller wait for the next one.
    await sql`delete from code_requests`.execute(api.db)
    const unknownEmail = 'eve@example.test'
    const probes = [
      ...[forgotPassword, resendVerification].map(
        (endpoint) => (to: string) => api.visitor.send(endpoint, { body: { email: to } }),
      ),
      (to: string) => api.visitor.send(logIn, { body: { email: to, password: 'Wrong 12345' } }),
      (to: string) => api.visitor.send(verifyCode, { body: { email: to, code: '123456' } }),
    ]
    for (const probe of probes) {
      const [known, unknown] = [await probe(email), await probe(unknownEmail)]
      expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    }
    const form = (name: string, to: string) => ({ ...buildSignUpForm(name), Email: to })
    const known = await api.visitor.send(signUp, { body: form('some-name', email) })
    const unknown = await api.visitor.send(signUp, { body: form('other-name', 'zoe@example.test') })
    expect(known.body.replace(email, '')).toBe(unknown.body.replace('zoe@example.test', ''))
    expect(known.statusCode).toBe(unknown.statusCode)
  })

  test('learns nothing from what a sign-up leaves behind: the username and the password', async () => {
    await using api = await startApp(relaxed)
    await signUpMember(api, 'ada')
    const results = []
    for (const [name, to] of [
      ['name-one', email],
      ['name-two', 'zoe@example.test'],
    ] as const) {
      const passwords = { Password: 'Just chosen 1', confirmPassword: 'Just chosen 1' }
      const form = { ...buildSignUpForm(name), ...passwords, Email: to }
      await api.browser().call(signUp, { body: form })
      await readQueuedMails(api, to)
      const other = { ...buildSignUpForm(name), Email: `other-${to}` }
      const taken = await api.browser().send(signUp, { body: other })
      const body = { email: to, password: 'Just chosen 1' }
      const login = await api.browser().send(logIn, { body })
      results.push([taken.statusCode, taken.body, login.statusCode, login.body])
    }
    expect(results[0]).toEqual(results[1])
    expect(results[0]).toMatchObject([409, expect.anything(), 403, expect.anything()])
  })
})

describe('a foreign page', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin at all', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
  ])('from %s can log no member in or out', async (_, headers) => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    const body = { email, password: PASSWORD }
    expect((await ada.send(logIn, { body }, headers)).statusCode).toBe(403)
    expect((await ada.send(logOut, {}, headers)).statusCode).toBe(403)
  })

  test('without a CSRF token, or with that of another member, changes nothing', async () => {
    await using api = await startApp(relaxed)
    const [ada, bob] = [await signUpMember(api, 'ada'), await signUpMember(api, 'bob')]
    const bobsToken = (await bob.request('GET', '/api/csrf-token')).json<{ token: string }>().token
    for (const token of ['', 'x', bobsToken]) {
      const reply = await ada.send(sendPasswordCode, {}, { 'x-csrf-token': token })
      expect(reply.json()).toMatchObject({
        code: 'invalid-csrf-token',
        message: 'Invalid CSRF token',
      })
    }
  })
})

describe('a copy of the database', () => {
  test('contains no usable session, code or link', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await ada.call(sendPasswordCode, {})
    await ada.call(forgotPassword, { body: { email } })
    const { token = '' } = await readNewestMail(api, email)
    const { rows } = await sql<{ tables: string[] }>`
      select array_agg(quote_ident(schemaname) || '.' || quote_ident(tablename)) as tables
      from pg_tables where schemaname in ('public', 'graphile_worker')`.execute(api.db)

    let dump = ''
    for (const table of rows[0]?.tables ?? []) {
      const { rows: all } = await sql<{
        row: string
      }>`select t::text as row from ${sql.raw(table)} as t`.execute(api.db)
      dump += all.map(({ row }) => row).join('\n')
    }

    for (const secret of [token, ada.cookies.get('sid') ?? 'none', PASSWORD]) {
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
  })
})
