import {
  changePassword,
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
  signInNewMember,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }
const email = 'ada@example.test'
const WRONG = { code: 'invalid-input', message: 'Invalid or expired verification code.' }
const EXPIRED = {
  code: 'code-expired',
  message: 'This code no longer works. Please ask for a new one.',
}

type Api = Awaited<ReturnType<typeof startApp>>

describe('a verification code', () => {
  test('that was tried five times says that a new one is needed, for every email alike', async () => {
    await using api = await startApp(relaxed)
    await api.browser().call(signUp, { body: buildSignUpForm('ada') })
    await signInNewMember(api, 'member')
    const wrong = pickWrong((await readNewestMail(api, email)).code)
    for (const to of [email, 'member@example.test', 'nobody@example.test']) {
      const replies = []
      for (let tried = 0; tried < 6; tried += 1) {
        const body = { email: to, code: wrong }
        replies.push((await api.browser().send(verifyCode, { body })).json())
      }
      expect(replies).toMatchObject([WRONG, WRONG, WRONG, WRONG, EXPIRED, EXPIRED])
    }
  })

  test('that has expired says so in the browser that signed up', async () => {
    await using api = await startApp(relaxed)
    await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
    const { code = '' } = await readNewestMail(api, email)
    await sql`update pending_sign_ups set code_expires_at = now()`.execute(api.db)
    await sql`update code_requests set requested_at = array[now() - interval '11 minutes']`.execute(
      api.db,
    )

    const reply = await api.visitor.send(verifyCode, { body: { email, code } })

    expect([reply.statusCode, reply.json()]).toMatchObject([400, EXPIRED])
  })

  test('gets the same answers in the browser that signed up, whether or not the email has an account', async () => {
    await using api = await startApp(relaxed)
    await signInNewMember(api, 'ada')
    const taken = await signUpAndGuess(api, 'some-name', email)
    const fresh = await signUpAndGuess(api, 'other-name', 'zoe@example.test')
    expect(taken).toEqual(fresh)
    expect(taken).toMatchObject([WRONG, WRONG, EXPIRED])
  })
})

test('a code to change the password says that a new one is needed when it is used up or was never sent', async () => {
  await using api = await startApp(relaxed)
  const ada = await signInNewMember(api, 'ada')
  const change = async (verificationCode: string) => {
    const body = { currentPassword: PASSWORD, newPassword: 'Brand new 9', verificationCode }
    return (await ada.send(changePassword, { body })).json()
  }
  const expired = { ...EXPIRED, fields: { verificationCode: EXPIRED.message } }
  expect(await change('123456')).toMatchObject(expired)
  await ada.call(sendPasswordCode, {})
  const { code = '' } = await readNewestMail(api, email)
  const wrong = pickWrong(code)
  for (let tried = 0; tried < 4; tried += 1) expect(await change(wrong)).toMatchObject(WRONG)
  expect(await change(wrong)).toMatchObject(expired)
  expect(await change(code)).toMatchObject(expired)
})

/** The answers to two wrong codes, and to one eleven minutes later. */
async function signUpAndGuess(api: Api, userName: string, to: string) {
  const browser = api.browser()
  await browser.call(signUp, { body: { ...buildSignUpForm(userName), Email: to } })
  const wrong = pickWrong((await readNewestMail(api, to)).code)
  const guess = async () =>
    (await browser.send(verifyCode, { body: { email: to, code: wrong } })).json()
  const replies = [await guess(), await guess()]
  await sql`update code_requests set requested_at = array[now() - interval '11 minutes']`.execute(
    api.db,
  )
  return [...replies, await guess()]
}

function pickWrong(code: string | undefined): string {
  return code === '123456' ? '654321' : '123456'
}
