import {
  logIn,
  resendVerification,
  signUp,
  verifyCode,
  verifyEmail,
} from '@dolph/contract/accounts/accounts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  buildSignUpForm,
  readNewestMail,
  readQueuedMails,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }
const email = 'ada@example.test'
const ownForm = buildForm('ada', 'Really mine 1')
const strangersForm = buildForm('stranger', 'Strangers own 1')

describe('a stranger who signs up with an email after its owner', () => {
  test('neither replaces the owner’s password nor is verified by the owner’s code', async () => {
    await using api = await startApp(relaxed)
    const owner = api.browser()
    await owner.call(signUp, { body: ownForm })
    const ownMail = await readNewestMail(api, email)
    await api.browser().call(signUp, { body: strangersForm })
    const strangersMail = await readNewestMail(api, email)
    expect([ownMail.userName, strangersMail.userName]).toEqual(['ada', 'stranger'])

    // In the browser that signed up, the newest code belongs to the stranger's sign-up and is refused.
    const body = { email, code: strangersMail.code ?? '' }
    expect((await owner.send(verifyCode, { body })).statusCode).toBe(400)
    await owner.call(verifyCode, { body: { email, code: ownMail.code ?? '' } })

    await owner.call(logIn, { body: { email, password: ownForm.Password } })
    const login = { email, password: strangersForm.Password }
    expect((await api.browser().send(logIn, { body: login })).statusCode).toBe(400)
    expect((await api.browser().send(verifyCode, { body })).statusCode).toBe(400)
    const names = await api.db.selectFrom('members').select('username').execute()
    expect(names).toEqual([{ username: 'ada' }])
  })

  test('gets nothing from the link in the owner’s mail, which any browser may open', async () => {
    await using api = await startApp(relaxed)
    await api.browser().call(signUp, { body: ownForm })
    const { token = '' } = await readNewestMail(api, email)
    await api.browser().call(signUp, { body: strangersForm })
    await readNewestMail(api, email)

    const phone = api.browser()
    await phone.call(verifyEmail, { params: { token } })
    await phone.call(verifyEmail, { params: { token } })

    await phone.call(logIn, { body: { email, password: ownForm.Password } })
    expect(await api.db.selectFrom('pending_sign_ups').select('id').execute()).toEqual([])
  })

  test('cannot take the username that the owner waits for', async () => {
    await using api = await startApp(relaxed)
    await api.browser().call(signUp, { body: ownForm })
    const reply = await api.browser().send(signUp, { body: buildForm('ADA', 'Strangers own 1') })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      409,
      { message: 'This username is already taken' },
    ])
  })

  test('does not receive the new code that the owner requests', async () => {
    await using api = await startApp(relaxed)
    const owner = api.browser()
    await owner.call(signUp, { body: ownForm })
    await readNewestMail(api, email)
    await api.browser().call(signUp, { body: strangersForm })
    await readNewestMail(api, email)
    await sql`delete from code_requests`.execute(api.db)

    await owner.call(resendVerification, { body: { email } })

    const { userName, code = '' } = await readNewestMail(api, email)
    expect(userName).toBe('ada')
    await api.browser().call(verifyCode, { body: { email, code } })
    await owner.call(logIn, { body: { email, password: ownForm.Password } })
  })
})

describe('a pending sign-up', () => {
  test('is replaced by another one in the same browser with the same email and username', async () => {
    await using api = await startApp(relaxed)
    const browser = api.browser()
    await browser.call(signUp, { body: buildForm('ada', 'Mistyped 1') })
    const stale = await readNewestMail(api, email)
    await browser.call(signUp, { body: ownForm })
    const { code = '' } = await readNewestMail(api, email)

    const body = { email, code: stale.code ?? '' }
    expect((await browser.send(verifyCode, { body })).statusCode).toBe(400)
    await browser.call(verifyCode, { body: { email, code } })
    await browser.call(logIn, { body: { email, password: ownForm.Password } })
  })

  test('of another person in the same browser is kept', async () => {
    await using api = await startApp(relaxed)
    const browser = api.browser()
    await browser.call(signUp, { body: ownForm })
    await browser.call(signUp, { body: buildSignUpForm('bob') })
    const { code = '' } = await readNewestMail(api, email)
    expect((await browser.send(verifyCode, { body: { email, code } })).statusCode).toBe(200)
  })

  test('frees its username when it expires', async () => {
    await using api = await startApp(relaxed)
    await api.browser().call(signUp, { body: strangersForm })
    await sql`update pending_sign_ups set expires_at = now() - interval '1 second'`.execute(api.db)
    const reply = await api.browser().send(signUp, { body: buildSignUpForm('stranger') })
    expect(reply.statusCode).toBe(201)
  })

  test('becomes one member when its code and its link are used at the same moment', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: ownForm })
    const { code = '', token = '' } = await readNewestMail(api, email)

    const calls = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? api.visitor.send(verifyCode, { body: { email, code } })
        : api.visitor.send(verifyEmail, { params: { token } }),
    )

    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([])
    expect(await api.db.selectFrom('members').select('username').execute()).toHaveLength(1)
  })

  test('of an email that has an account sends one mail to the owner and changes nothing', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: ownForm })
    const { code = '' } = await readNewestMail(api, email)
    await api.visitor.call(verifyCode, { body: { email, code } })

    for (const name of ['one', 'two', 'three']) {
      await api.browser().call(signUp, { body: buildForm(name, 'Strangers own 1') })
      await sql`delete from code_requests`.execute(api.db)
      await api.browser().call(resendVerification, { body: { email } })
    }

    const templates = (await readQueuedMails(api, email)).map(({ template }) => template)
    expect(templates).toEqual(['verification', 'already-registered'])
    await api.visitor.call(logIn, { body: { email, password: ownForm.Password } })
  })
})

function buildForm(userName: string, password: string) {
  return {
    ...buildSignUpForm(userName),
    Email: email,
    Password: password,
    confirmPassword: password,
  }
}
