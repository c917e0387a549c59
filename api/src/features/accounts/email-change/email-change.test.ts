import { logIn, signUp, verifyEmail } from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
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

type Api = Awaited<ReturnType<typeof startApp>>

const relaxed = { env: { LIMITS: 'relaxed' } }
const oldEmail = 'ada@example.test'
const newEmail = 'ada.new@mail.example'
const INVALID_LINK = { message: 'This link is invalid or has expired.', code: 'invalid-input' }

describe('a new email', () => {
  test('is pending until it is confirmed; the old one gets a notice and still logs in', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')

    await proveMember(ada)
    const { message, data } = await ada.call(updateProfile, {
      body: { email: ` ${newEmail.toUpperCase()} `, bio: 'Clocks' },
    })

    expect(message).toBe('Profile updated successfully')
    expect(data).toMatchObject({ email: oldEmail, pendingEmail: newEmail, bio: 'Clocks' })
    expect((await ada.call(getViewer, {})).data.email).toBe(oldEmail)
    const [confirm, ...more] = await readQueuedMails(api, newEmail)
    expect(confirm).toEqual({ template: 'confirm-email', token: expect.any(String) })
    expect(more).toEqual([])
    const notice = await readNewestMail(api, oldEmail)
    expect(notice).toEqual({
      template: 'email-change-asked',
      firstName: 'Ada',
      hint: 'a***@mail.example',
      hasPassword: true,
    })
    await api.browser().call(logIn, { body: { email: oldEmail, password: PASSWORD } })
  })

  test('is set once the member opens the link, and the old one gets a notice', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await requestNewEmail(ada, newEmail)

    const reply = await ada.call(confirmEmail, { body: { token: await readToken(api, newEmail) } })

    expect(reply).toEqual({ success: true, message: 'Email updated successfully', email: newEmail })
    expect(await readEmails(ada)).toEqual([newEmail, null])
    expect(await readNewestMail(api, oldEmail)).toMatchObject({ template: 'email-changed' })
    await api.browser().call(logIn, { body: { email: newEmail, password: PASSWORD } })
    const login = await api.browser().send(logIn, { body: { email: oldEmail, password: PASSWORD } })
    expect(login.statusCode).toBe(400)
    // The old email is free for a new account.
    const newcomer = { ...buildSignUpForm('newcomer'), Email: oldEmail }
    await api.visitor.call(signUp, { body: newcomer })
    expect((await readNewestMail(api, oldEmail)).template).toBe('verification')
  })

  test('is not revealed by the link that verified the old one', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    const mails = await readQueuedMails(api, oldEmail)
    const token = mails.find(({ template }) => template === 'verification')?.token ?? ''
    await requestNewEmail(ada, newEmail)
    await ada.call(confirmEmail, { body: { token: await readToken(api, newEmail) } })

    const reply = await api.browser().send(verifyEmail, { params: { token } })
    expect([reply.statusCode, reply.body.includes(newEmail)]).toEqual([400, false])
  })

  test('can be set for a Google account as well', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await proveMember(ada)
    const google = { google_sub: 'sub-of-ada', password_hash: null }
    await api.db.updateTable('accounts').set(google).execute()
    await ada.call(updateProfile, { body: { email: newEmail } })
    await ada.call(confirmEmail, { body: { token: await readToken(api, newEmail) } })
    expect((await ada.call(readOwnProfile, {})).data).toMatchObject({
      email: newEmail,
      googleId: 'google',
    })
  })

  test('replaces the previous pending one', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await requestNewEmail(ada, newEmail)
    const first = await readToken(api, newEmail)
    await requestNewEmail(ada, 'other@mail.example')

    const stale = await ada.send(confirmEmail, { body: { token: first } })

    expect([stale.statusCode, stale.json()]).toMatchObject([400, INVALID_LINK])
    expect(await readEmails(ada)).toEqual([oldEmail, 'other@mail.example'])
  })

  test('is canceled by saving the current email, and kept by a save without one', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await requestNewEmail(ada, newEmail)
    const token = await readToken(api, newEmail)
    await ada.call(updateProfile, { body: { bio: 'Clocks' } })
    expect(await readEmails(ada)).toEqual([oldEmail, newEmail])

    await requestNewEmail(ada, oldEmail)

    expect(await readEmails(ada)).toEqual([oldEmail, null])
    expect((await ada.send(confirmEmail, { body: { token } })).statusCode).toBe(400)
    expect(await readQueuedMails(api, oldEmail)).toHaveLength(2)
  })

  test('can be requested five times an hour; the rest of the profile can be saved more often', async () => {
    await using api = await startApp()
    const ada = await signUpMember(api, 'ada')
    await proveMember(ada)
    const statuses = []
    for (let index = 0; index < 6; index += 1) {
      const body = { email: `ada${index}@mail.example`, bio: `${index}` }
      statuses.push((await ada.send(updateProfile, { body })).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const { data } = await ada.call(updateProfile, { body: { email: oldEmail, location: 'Paris' } })
    expect(data).toMatchObject({ bio: '4', location: 'Paris' })
  })
})

describe('a confirmation link', () => {
  test('is valid for its member alone, and stays valid after others tried it', async () => {
    await using api = await startApp(relaxed)
    const [ada, bob] = [await signUpMember(api, 'ada'), await signUpMember(api, 'bob')]
    await requestNewEmail(ada, newEmail)
    const token = await readToken(api, newEmail)

    const visitor = await api.visitor.send(confirmEmail, { body: { token } })
    const other = await bob.send(confirmEmail, { body: { token } })

    expect(visitor.statusCode).toBe(401)
    expect([other.statusCode, other.json()]).toMatchObject([400, INVALID_LINK])
    expect(await readEmails(bob)).toEqual(['bob@example.test', null])
    expect((await ada.send(confirmEmail, { body: { token } })).statusCode).toBe(200)
  })

  test('changes the email once, and says so however often it is opened within its life', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await requestNewEmail(ada, newEmail)
    const body = { token: await readToken(api, newEmail) }

    const replies = await Promise.all([1, 2, 3].map(() => ada.send(confirmEmail, { body })))
    const later = await ada.call(confirmEmail, { body })

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(later).toMatchObject({ message: 'Email updated successfully', email: newEmail })
    expect(await readEmails(ada)).toEqual([newEmail, null])
    const notices = (await readQueuedMails(api, oldEmail)).filter(
      ({ template }) => template === 'email-changed',
    )
    expect(notices).toHaveLength(1)
    await api.db.updateTable('accounts').set({ email: oldEmail }).execute()
    const undone = await ada.send(confirmEmail, { body })
    expect([undone.statusCode, undone.json()]).toMatchObject([400, INVALID_LINK])
    await api.db.updateTable('accounts').set({ email: newEmail }).execute()
    await api.db
      .updateTable('links')
      .set({ expires_at: new Date(0).toISOString() })
      .execute()
    expect((await ada.send(confirmEmail, { body })).statusCode).toBe(400)
  })

  test('is valid for an hour', async () => {
    await using api = await startApp(relaxed)
    const ada = await signUpMember(api, 'ada')
    await requestNewEmail(ada, newEmail)
    const token = await readToken(api, newEmail)
    const minutes = await readMinutesLeft(api)
    const past = new Date(Date.now() - 1000).toISOString()
    await api.db.updateTable('links').set({ expires_at: past }).execute()

    const reply = await ada.send(confirmEmail, { body: { token } })

    expect([reply.statusCode, reply.json()]).toMatchObject([400, INVALID_LINK])
    expect(await readEmails(ada)).toEqual([oldEmail, null])
    expect(minutes).toBe(60)
  })

  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(200), '\u0000'.repeat(43), "' or true --"])(
    'is never %j',
    async (token) => {
      await using api = await startApp(relaxed)
      const ada = await signUpMember(api, 'ada')
      await requestNewEmail(ada, newEmail)
      const reply = await ada.send(confirmEmail, { body: { token } })
      expect([reply.statusCode, reply.json()]).toMatchObject([400, INVALID_LINK])
    },
  )
})

async function requestNewEmail(member: Browser, email: string): Promise<void> {
  await proveMember(member)
  await member.call(updateProfile, { body: { email } })
}

async function readEmails(member: Browser) {
  const { data } = await member.call(readOwnProfile, {})
  return [data.email, data.pendingEmail]
}

async function readToken(api: Api, email: string): Promise<string> {
  return (await readNewestMail(api, email)).token ?? 'none'
}

async function readMinutesLeft(api: Api): Promise<number> {
  const link = await api.db
    .selectFrom('links')
    .select('expires_at')
    .where('purpose', '=', 'change-email')
    .executeTakeFirstOrThrow()
  return Math.round((Date.parse(link.expires_at) - Date.now()) / 60_000)
}
