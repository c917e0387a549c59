import {
  changePassword,
  deleteAccount,
  forgotPassword,
  logIn,
  resetPassword,
  sendPasswordCode,
  signUp,
  verifyCode,
} from '@dolph/contract/accounts/accounts'
import { confirmEmail } from '@dolph/contract/accounts/email-change'
import { readOwnProfile, updateProfile } from '@dolph/contract/profiles/profiles'
import { describe, expect, test } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import {
  buildSignUpForm,
  proveMember,
  readQueuedMails,
  signUpMember,
  readNewestMail,
  PASSWORD,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'

type Api = Awaited<ReturnType<typeof startApp>>

const relaxed = { env: { LIMITS: 'relaxed' } }
const oldEmail = 'ada@example.test'
const newEmail = 'ada.new@mail.example'

describe('an email that has an account', () => {
  test('cannot be distinguished from a free one, and its owner gets at most one mail an hour', async () => {
    await using api = await startApp(relaxed)
    const [ada, eve] = [await signUpMember(api, 'ada'), await signUpMember(api, 'eve')]
    await proveMember(ada)
    await proveMember(eve)
    const free = await ada.send(updateProfile, { body: { email: 'bob@free.example' } })
    await signUpMember(api, 'bob')
    const bobsEmail = 'bob@example.test'

    const taken = await ada.send(updateProfile, { body: { email: bobsEmail } })
    await eve.call(updateProfile, { body: { email: bobsEmail } })

    expect(taken.statusCode).toBe(free.statusCode)
    expect(taken.body).toBe(free.body.replace('bob@free.example', bobsEmail))
    expect((await ada.call(readOwnProfile, {})).data.pendingEmail).toBe(bobsEmail)
    expect((await readQueuedMails(api, bobsEmail)).map(({ template }) => template)).toEqual([
      'verification',
      'email-taken',
    ])
    expect((await readQueuedMails(api, bobsEmail)).at(-1)).not.toHaveProperty('token')
    const templates = (await readQueuedMails(api, oldEmail)).map(({ template }) => template)
    expect(templates.slice(-2)).toEqual(['email-change-asked', 'email-change-asked'])
  })

  test('by the time of the confirmation is refused like a bad link, and stays its owner’s', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await requestNewEmail(ada, newEmail)
    const token = await readToken(api, newEmail)
    await signUpAs(api, 'bob', newEmail)

    const reply = await ada.send(confirmEmail, { body: { token } })

    expect([reply.statusCode, reply.json()]).toMatchObject([
      400,
      { message: 'This link is invalid or has expired.' },
    ])
    expect((await ada.call(readOwnProfile, {})).data.email).toBe(oldEmail)
    await api.browser().call(logIn, { body: { email: newEmail, password: PASSWORD } })
  })

  test('but was never verified is given to the member who confirms it', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await api.visitor.call(signUp, { body: { ...buildSignUpForm('squatter'), Email: newEmail } })
    await readNewestMail(api, newEmail)
    await requestNewEmail(ada, newEmail)
    await ada.call(confirmEmail, { body: { token: await readToken(api, newEmail) } })
    const names = await api.db.selectFrom('members').select('username').execute()
    expect(names).toEqual([{ username: 'ada' }])
  })
})

test('a free email confirmed by two members at once goes to one of them', async () => {
  await using api = await startApp(relaxed)
  const members = [await signUpMember(api, 'ada'), await signUpMember(api, 'bob')]
  const tokens: string[] = []
  for (const member of members) {
    await requestNewEmail(member, newEmail)
    tokens.push(await readToken(api, newEmail))
  }
  const replies = await Promise.all(
    members.map((member, index) =>
      member.send(confirmEmail, { body: { token: tokens[index] ?? '' } }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual(
    [200, 400],
  )
})

describe('an intruder whose victim recovers the account', () => {
  test('loses the pending email change when the password is reset', async () => {
    await using api = await startApp(relaxed)
    const intruder = await signUpMember(api, 'ada')
    await requestNewEmail(intruder, newEmail)
    const token = await readToken(api, newEmail)

    await api.visitor.call(forgotPassword, { body: { email: oldEmail } })
    const password = 'Really mine 1'
    const reset = { token: await readToken(api, oldEmail), password }
    await api.visitor.call(resetPassword, { body: reset })

    expect((await intruder.send(confirmEmail, { body: { token } })).statusCode).toBe(401)
    const owner = api.browser()
    await owner.call(logIn, { body: { email: oldEmail, password } })
    expect((await owner.call(readOwnProfile, {})).data.pendingEmail).toBeNull()
    expect((await owner.send(confirmEmail, { body: { token } })).statusCode).toBe(400)
  })

  test('loses the pending email change when the password is changed', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await requestNewEmail(ada, newEmail)
    const token = await readToken(api, newEmail)
    await ada.call(sendPasswordCode, {})
    const { code = '' } = await readNewestMail(api, oldEmail)
    const change = { currentPassword: PASSWORD, newPassword: 'Brand new 9', verificationCode: code }
    await ada.call(changePassword, { body: change })
    expect((await ada.send(confirmEmail, { body: { token } })).statusCode).toBe(400)
    expect((await ada.call(readOwnProfile, {})).data).toMatchObject({
      email: oldEmail,
      pendingEmail: null,
    })
  })

  test('loses the pending email change when the account is deleted', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await requestNewEmail(ada, newEmail)
    const token = await readToken(api, newEmail)
    await ada.call(deleteAccount, { body: { password: PASSWORD } })
    expect((await ada.send(confirmEmail, { body: { token } })).statusCode).toBe(401)
    const other = await signUpMember(api, 'bob')
    expect((await other.send(confirmEmail, { body: { token } })).statusCode).toBe(400)
    await api.db.deleteFrom('members').where('username', '=', 'ada').execute()
    expect(await api.db.selectFrom('links').where('email', '=', newEmail).execute()).toEqual([])
  })

  test('cannot use links and codes sent to the old mailbox once the email has changed', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await ada.call(forgotPassword, { body: { email: oldEmail } })
    const reset = { token: await readToken(api, oldEmail), password: 'Stolen 12345' }
    await ada.call(sendPasswordCode, {})
    await requestNewEmail(ada, newEmail)
    await ada.call(confirmEmail, { body: { token: await readToken(api, newEmail) } })

    expect((await api.visitor.send(resetPassword, { body: reset })).statusCode).toBe(400)
    expect(await api.db.selectFrom('codes').selectAll().execute()).toEqual([])
  })

  test('a confirmation while the owner resets the password: one of them succeeds, without a deadlock', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await requestNewEmail(ada, newEmail)
    const confirm = { token: await readToken(api, newEmail) }
    await api.visitor.call(forgotPassword, { body: { email: oldEmail } })
    const reset = { token: await readToken(api, oldEmail), password: 'Really mine 1' }

    const calls = await api.db.transaction().execute(async (tx) => {
      await tx.selectFrom('accounts').select('email').forUpdate().execute()
      const blockedCalls = [
        ada.send(confirmEmail, { body: confirm }),
        api.visitor.send(resetPassword, { body: reset }),
      ]
      await waitForBlockedStatements(api.db, { count: 2 })
      return blockedCalls
    })
    const replies = await Promise.all(calls)

    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 400,
    ])
    const links = await api.db
      .selectFrom('links')
      .select('purpose')
      .where('purpose', 'in', ['change-email', 'reset-password'])
      .where('used_at', 'is', null)
      .execute()
    expect(links).toEqual([])
  })
})

async function requestNewEmail(member: Browser, email: string): Promise<void> {
  await proveMember(member)
  await member.call(updateProfile, { body: { email } })
}

async function readToken(api: Api, email: string): Promise<string> {
  return (await readNewestMail(api, email)).token ?? 'none'
}

async function signUpAs(api: Api, userName: string, email: string): Promise<void> {
  await api.visitor.call(signUp, { body: { ...buildSignUpForm(userName), Email: email } })
  const { code = '' } = await readNewestMail(api, email)
  await api.visitor.call(verifyCode, { body: { email, code } })
}
