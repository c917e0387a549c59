import {
  forgotPassword,
  logIn,
  resetPassword,
  sendPasswordCode,
  signUp,
  verifyCode,
} from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { confirmEmail, undoEmailChange } from '@dolph/contract/accounts/email-change'
import { readOwnProfile, updateProfile } from '@dolph/contract/profiles/profiles'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { SESSIONS_CHANGED } from '../../../platform/realtime/bus.ts'
import type { Browser } from '../../../testing/browser.ts'
import {
  buildSignUpForm,
  PASSWORD,
  proveMember,
  readNewestMail,
  readQueuedMails,
  signInNewMember,
} from '../../../testing/sign-up-member.ts'
import { setUpTotp } from '../../../testing/set-up-totp.ts'
import { startApp } from '../../../testing/start-app.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'
import { insertConnection } from '../github/github-connections.ts'
import { sendPasswordResetLink } from '../passwords/password-reset.ts'
import { lockAccount, updateEmail } from '../queries.ts'

type Api = Awaited<ReturnType<typeof startApp>>

const relaxed = { env: { LIMITS: 'relaxed' } }
const first = 'ada@example.test'
const second = 'thief@mail.example'
const third = 'thief.again@mail.example'
const INVALID_LINK = [400, { message: 'This link is invalid or has expired.' }]

test('the old address gets a link for seven days, which sets the email back and signs everybody out', async () => {
  await using api = await startApp(relaxed)
  const thief = await signInNewMember(api, 'ada')
  const { _id } = await thief.call(getViewer, {})
  await changeEmail(api, thief, second)
  const token = await readUndoToken(api, first)
  expect(await readDaysLeft(api)).toBe(7)
  const events: unknown[] = []
  api.bus.subscribe(_id, (_, event) => void events.push(event))

  const reply = await api.visitor.call(undoEmailChange, { body: { token } })

  expect(reply).toEqual({ success: true, message: 'Your email was changed back', email: first })
  expect((await thief.send(getViewer, {})).statusCode).toBe(401)
  await expect.poll(() => events).toContainEqual(SESSIONS_CHANGED)
  expect(await readNewestMail(api, first)).toEqual({
    template: 'email-change-undone',
    firstName: 'Ada',
    hasPassword: true,
  })
  expect((await readNewestMail(api, second)).template).toBe('email-change-revoked')
  const owner = api.browser()
  await owner.call(logIn, { body: { email: first, password: PASSWORD } })
  expect((await owner.call(readOwnProfile, {})).data).toMatchObject({
    email: first,
    pendingEmail: null,
  })
})

test('what an intruder may have added goes: the authenticator app and the GitHub account', async () => {
  await using api = await startApp(relaxed)
  const thief = await signInNewMember(api, 'ada')
  const { _id } = await thief.call(getViewer, {})
  await setUpTotp(thief)
  await insertConnection(api.db, _id, { id: 7, login: 'thief' })
  await changeEmail(api, thief, second)

  await api.visitor.call(undoEmailChange, { body: { token: await readUndoToken(api, first) } })

  const owner = await logInAs(api, first)
  expect((await owner.call(getViewer, {})).data.signInMethods).toEqual(['password'])
})

test('who reads the old mailbox alone does not get past an app that was on long before the change', async () => {
  await using api = await startApp(relaxed)
  const ada = await signInNewMember(api, 'ada')
  await setUpTotp(ada)
  await sql`update totp set confirmed_at = now() - interval '8 days'`.execute(api.db)
  await changeEmail(api, ada, second)

  const reader = api.browser()
  await reader.call(undoEmailChange, { body: { token: await readUndoToken(api, first) } })
  await reader.call(forgotPassword, { body: { email: first } })
  const { token = '' } = await readNewestMail(api, first)
  const password = 'Stolen 12345'
  await reader.call(resetPassword, { body: { token, password } })

  const reply = await reader.send(logIn, { body: { email: first, password } })
  expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'second-factor-needed' }])
})

test('of an account with passkeys alone those go that an intruder may have added', async () => {
  await using api = await startApp(relaxed)
  const thief = await signInNewMember(api, 'ada')
  await changeEmail(api, thief, second)
  await sql`
    insert into passkeys (member_id, credential_id, public_key, counter, is_backed_up, name, created_at)
    select members.id, sha256(name::bytea), '', 0, false, name, now() - age
    from members, (values ('Old', interval '8 days'), ('New', interval '1 hour')) as passkey (name, age)`.execute(
    api.db,
  )
  await sql`update accounts set password_hash = null`.execute(api.db)

  await api.visitor.call(undoEmailChange, { body: { token: await readUndoToken(api, first) } })

  const names = await api.db.selectFrom('passkeys').select('name').execute()
  expect(names).toEqual([{ name: 'Old' }])
})

test('it works once, never after it expired, and never with another token', async () => {
  await using api = await startApp(relaxed)
  const ada = await signInNewMember(api, 'ada')
  await changeEmail(api, ada, second)
  const token = await readUndoToken(api, first)
  for (const wrong of ['', 'x', 'a'.repeat(43), '\u0000'.repeat(43)]) {
    expect(await undo(api, wrong)).toMatchObject(INVALID_LINK)
  }
  expect((await ada.call(readOwnProfile, {})).data.email).toBe(second)

  const replies = await Promise.all([undo(api, token), undo(api, token)])
  expect(replies.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 400])

  const again = await logInAs(api, first)
  await changeEmail(api, again, second)
  const past = new Date(Date.now() - 1000).toISOString()
  await api.db.updateTable('links').set({ expires_at: past }).execute()
  expect(await undo(api, await readUndoToken(api, first))).toMatchObject(INVALID_LINK)
})

test('it revokes reset links, codes and the pending change of the person who has the account now', async () => {
  await using api = await startApp(relaxed)
  const thief = await signInNewMember(api, 'ada')
  await changeEmail(api, thief, second)
  await thief.call(forgotPassword, { body: { email: second } })
  const { token: resetToken = '' } = await readNewestMail(api, second)
  await thief.call(sendPasswordCode, {})
  await thief.call(updateProfile, { body: { email: third } })
  const { token: changeToken = '' } = await readNewestMail(api, third)

  await undo(api, await readUndoToken(api, first))

  const reset = { token: resetToken, password: 'Stolen 12345' }
  expect((await api.visitor.send(resetPassword, { body: reset })).statusCode).toBe(400)
  expect(await api.db.selectFrom('codes').selectAll().execute()).toEqual([])
  const backIn = await logInAs(api, first)
  const confirmed = await backIn.send(confirmEmail, { body: { token: changeToken } })
  expect(confirmed.statusCode).toBe(400)
})

test('it sends no reset link to the replaced address, also if one is being prepared', async () => {
  await using api = await startApp(relaxed)
  const { db } = api
  const thief = await signInNewMember(api, 'ada')
  await changeEmail(api, thief, second)
  const { _id } = await thief.call(getViewer, {})

  const { sending } = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, _id)
    const job = sendPasswordResetLink(api, { email: second, nextPath: null })
    await waitForBlockedStatements(db)
    await updateEmail(tx, _id, first)
    return { sending: job }
  })

  expect(await sending).toBe(false)
  const templates = (await readQueuedMails(api, second)).map(({ template }) => template)
  expect(templates).not.toContain('password-reset')
})

test('it outlives a password that the thief sets', async () => {
  await using api = await startApp(relaxed)
  const thief = await signInNewMember(api, 'ada')
  await changeEmail(api, thief, second)
  const token = await readUndoToken(api, first)
  await thief.call(forgotPassword, { body: { email: second } })
  const { token: resetToken = '' } = await readNewestMail(api, second)
  const password = 'Stolen 12345'
  await thief.call(resetPassword, { body: { token: resetToken, password } })
  await thief.call(logIn, { body: { email: second, password } })

  expect(await undo(api, token)).toMatchObject([200, { email: first }])
  expect((await thief.send(getViewer, {})).statusCode).toBe(401)
})

test('after two changes the first address can undo both, and the second then has no claim', async () => {
  await using api = await startApp(relaxed)
  const thief = await signInNewMember(api, 'ada')
  await changeEmail(api, thief, second)
  await changeEmail(api, thief, third)
  const tokens = [await readUndoToken(api, first), await readUndoToken(api, second)] as const

  expect(await undo(api, tokens[0])).toMatchObject([200, { email: first }])
  expect((await readNewestMail(api, third)).template).toBe('email-change-revoked')
  expect(await undo(api, tokens[1])).toMatchObject(INVALID_LINK)
  await logInAs(api, first)
})

test('after two changes the second address can undo its own, and the first can still undo that', async () => {
  await using api = await startApp(relaxed)
  const thief = await signInNewMember(api, 'ada')
  await changeEmail(api, thief, second)
  await changeEmail(api, thief, third)
  const tokens = [await readUndoToken(api, first), await readUndoToken(api, second)] as const

  expect(await undo(api, tokens[1])).toMatchObject([200, { email: second }])
  expect(await undo(api, tokens[0])).toMatchObject([200, { email: first }])
  await logInAs(api, first)
})

test('an address that came back by itself can still sign everybody out, and gets one mail', async () => {
  await using api = await startApp(relaxed)
  const ada = await signInNewMember(api, 'ada')
  await changeEmail(api, ada, second)
  const token = await readUndoToken(api, first)
  await changeEmail(api, ada, first)
  expect(await undo(api, token)).toMatchObject([200, { email: first }])
  expect((await ada.send(getViewer, {})).statusCode).toBe(401)
  const templates = (await readQueuedMails(api, first)).map(({ template }) => template)
  expect(templates.slice(-1)).toEqual(['email-change-undone'])
})

test('an address whose owner verified another account with it is refused, and the link stays valid', async () => {
  await using api = await startApp(relaxed)
  const thief = await signInNewMember(api, 'ada')
  await changeEmail(api, thief, second)
  const token = await readUndoToken(api, first)
  await api.visitor.call(signUp, { body: { ...buildSignUpForm('other'), Email: first } })
  const { code = '' } = await readNewestMail(api, first)
  await api.visitor.call(verifyCode, { body: { email: first, code } })

  expect(await undo(api, token)).toMatchObject([409, { code: 'conflict' }])

  expect((await thief.call(readOwnProfile, {})).data.email).toBe(second)
  await api.db.deleteFrom('members').where('username', '=', 'other').execute()
  expect(await undo(api, token)).toMatchObject([200, { email: first }])
})

test('an unverified sign-up with the old address does not stop it', async () => {
  await using api = await startApp(relaxed)
  const thief = await signInNewMember(api, 'ada')
  await changeEmail(api, thief, second)
  await thief.call(signUp, { body: { ...buildSignUpForm('squatter'), Email: first } })
  expect(await undo(api, await readUndoToken(api, first))).toMatchObject([200, { email: first }])
})

async function changeEmail(api: Api, member: Browser, email: string): Promise<void> {
  await proveMember(member)
  await member.call(updateProfile, { body: { email } })
  const { token = '' } = await readNewestMail(api, email)
  await member.call(confirmEmail, { body: { token } })
}

async function readUndoToken(api: Api, email: string): Promise<string> {
  const mails = await readQueuedMails(api, email)
  return mails.findLast(({ template }) => template === 'email-changed')?.token ?? 'none'
}

async function undo(api: Api, token: string): Promise<[number, unknown]> {
  const reply = await api.visitor.send(undoEmailChange, { body: { token } })
  return [reply.statusCode, reply.json()]
}

async function logInAs(api: Api, email: string): Promise<Browser> {
  const browser = api.browser()
  await browser.call(logIn, { body: { email, password: PASSWORD } })
  return browser
}

async function readDaysLeft({ db }: Api): Promise<number> {
  const { expires_at } = await db
    .selectFrom('links')
    .select('expires_at')
    .where('purpose', '=', 'undo-email-change')
    .executeTakeFirstOrThrow()
  return Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)
}
