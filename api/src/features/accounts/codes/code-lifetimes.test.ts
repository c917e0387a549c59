import {
  changePassword,
  sendPasswordCode,
  signUp,
  verifyCode,
  verifyEmail,
} from '@dolph/contract/accounts/accounts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import {
  buildSignUpForm,
  readNewestMail,
  signInNewMember,
  PASSWORD,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }
const email = 'ada@example.test'

test('a verification code is valid for ten minutes, and its link for 24 hours', async () => {
  await using api = await startApp(relaxed)
  await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
  const { code = '', token = '' } = await readNewestMail(api, email)
  const sendCode = () => api.visitor.send(verifyCode, { body: { email, code } })

  await ageSignUps(api.db, '10 minutes')
  const late = await sendCode()
  expect([late.statusCode, late.json()]).toMatchObject([
    400,
    { message: 'Invalid or expired verification code.' },
  ])
  await ageSignUps(api.db, '-10 seconds')
  expect((await sendCode()).statusCode).toBe(200)
  await ageLinks(api.db, '23 hours 49 minutes')
  expect((await api.visitor.send(verifyEmail, { params: { token } })).statusCode).toBe(200)
  await ageLinks(api.db, '11 minutes')
  const lateLink = await api.visitor.send(verifyEmail, { params: { token } })
  expect([lateLink.statusCode, lateLink.json()]).toMatchObject([
    400,
    { message: 'Verification failed. Invalid or expired token.' },
  ])
})

test('the link of a sign-up that waits is valid for 24 hours', async () => {
  await using api = await startApp(relaxed)
  await api.visitor.call(signUp, { body: buildSignUpForm('ada') })
  const { token = '' } = await readNewestMail(api, email)
  const openLink = () => api.visitor.send(verifyEmail, { params: { token } })
  await ageSignUps(api.db, '24 hours')
  expect((await openLink()).statusCode).toBe(400)
  await ageSignUps(api.db, '-1 minute')
  expect((await openLink()).statusCode).toBe(200)
})

test('a code to change the password is valid for ten minutes', async () => {
  await using api = await startApp(relaxed)
  const ada = await signInNewMember(api, 'ada')
  await ada.call(sendPasswordCode, {})
  const { code = '' } = await readNewestMail(api, email)
  const body = { currentPassword: PASSWORD, newPassword: 'Brand new 9', verificationCode: code }
  await ageCodes(api.db, '10 minutes')
  expect((await ada.send(changePassword, { body })).json()).toMatchObject({
    code: 'code-expired',
    fields: { verificationCode: 'This code no longer works. Please ask for a new one.' },
  })
  await ageCodes(api.db, '-10 seconds')
  expect((await ada.send(changePassword, { body })).statusCode).toBe(200)
})

/** Moves the deadlines of all pending sign-ups into the past, as if this time had passed. */
async function ageSignUps(db: Database, time: string): Promise<void> {
  await sql`update pending_sign_ups set
    expires_at = expires_at - ${time}::interval,
    code_expires_at = code_expires_at - ${time}::interval`.execute(db)
}

async function ageLinks(db: Database, time: string): Promise<void> {
  await sql`update links set expires_at = expires_at - ${time}::interval`.execute(db)
}

async function ageCodes(db: Database, time: string): Promise<void> {
  await sql`update codes set expires_at = expires_at - ${time}::interval`.execute(db)
}
