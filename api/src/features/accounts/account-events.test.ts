import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import {
  changePassword,
  deleteAccount,
  forgotPassword,
  giveProof,
  logIn,
  resetPassword,
  sendPasswordCode,
} from '@dolph/contract/accounts/accounts'
import { confirmEmail, undoEmailChange } from '@dolph/contract/accounts/email-change'
import { endOtherSessions } from '@dolph/contract/accounts/sessions'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  PASSWORD,
  proveMember,
  readNewestMail,
  signInNewMember,
} from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { accountJobs } from './jobs.ts'

type Api = Awaited<ReturnType<typeof startApp>>

const relaxed = { env: { LIMITS: 'relaxed' } }
const email = 'ada@example.test'
const newEmail = 'ada.new@mail.example'
const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140 canary-agent' }

afterEach(() => vi.useRealTimers())

test('everything that happens to an account is listed for its member, newest first, without a secret', async () => {
  await using api = await startApp(relaxed)
  const ada = await signInNewMember(api, 'ada')
  const bob = await signInNewMember(api, 'bob')
  const secrets = [email, newEmail, PASSWORD, 'canary-agent', '127.0.0.1', '203.0.113.7']

  await ada.send(giveProof, { body: { password: 'Canary pass 1' } })
  await proveMember(ada)
  await ada.call(updateProfile, { body: { email: newEmail } })
  const { token: changeToken = '' } = await readNewestMail(api, newEmail)
  await ada.call(confirmEmail, { body: { token: changeToken } })
  const { token: undoToken = '' } = await readNewestMail(api, email)
  await api.browser('203.0.113.7').call(undoEmailChange, { body: { token: undoToken } })
  await ada.call(forgotPassword, { body: { email } })
  const { token: resetToken = '' } = await readNewestMail(api, email)
  const reset = { token: resetToken, password: 'Canary pass 2' }
  await ada.call(resetPassword, { body: reset })
  await ada.send(logIn, { body: { email, password: 'Canary pass 2' } }, agent)
  await ada.call(endOtherSessions, {})
  await ada.call(sendPasswordCode, {})
  const { code = '' } = await readNewestMail(api, email)
  const passwords = { currentPassword: 'Canary pass 2', newPassword: 'Canary pass 3' }
  await ada.call(changePassword, { body: { ...passwords, verificationCode: code } })

  const { data } = await ada.call(listAccountEvents, { querystring: {} })
  expect(data.map(({ kind, method }) => (method ? `${kind} ${method}` : kind))).toEqual([
    'password-changed',
    'other-sessions-ended',
    'signed-in password',
    'password-reset',
    'email-change-undone',
    'email-changed',
    'email-change-requested',
    'proof-given password',
    'proof-failed',
  ])
  expect(data[2]).toMatchObject({ device: 'Firefox on Linux', createdAt: expect.any(String) })
  expect((await bob.call(listAccountEvents, { querystring: {} })).data).toEqual([])
  const stored = JSON.stringify(await api.db.selectFrom('account_events').selectAll().execute())
  for (const secret of [...secrets, 'Canary', changeToken, undoToken, resetToken, code]) {
    expect(stored).not.toContain(secret)
  }
})

test('the list has pages, and a cursor of nonsense is refused', async () => {
  await using api = await startApp(relaxed)
  const ada = await signInNewMember(api, 'ada')
  for (let count = 0; count < 5; count += 1) await ada.call(endOtherSessions, {})
  const all = await ada.call(listAccountEvents, { querystring: {} })
  expect([all.data.length, all.nextCursor]).toEqual([5, null])

  const first = await ada.call(listAccountEvents, { querystring: { limit: '2' } })
  const cursor = first.nextCursor ?? ''
  const second = await ada.call(listAccountEvents, { querystring: { limit: '3', cursor } })
  expect([...first.data, ...second.data]).toEqual(all.data)
  expect(second.nextCursor).toBeNull()
  const unknown = await ada.send(listAccountEvents, { querystring: { cursor: 'nonsense' } })
  expect(unknown.statusCode).toBe(400)
})

test('wrong passwords at log-in are one event an hour, and are counted for alerts', async () => {
  await using api = await startApp(relaxed)
  await signInNewMember(api, 'ada')
  const guess = async () =>
    api.visitor.send(logIn, { body: { email, password: 'Not mine 1' } }, agent)
  for (let count = 0; count < 3; count += 1) await guess()
  await api.visitor.send(logIn, { body: { email: 'nobody@example.test', password: 'Not mine 1' } })
  await expect.poll(() => readKinds(api)).toEqual(['sign-in-failed'])

  const metrics = (await api.visitor.request('GET', '/metrics')).body
  expect(metrics).toContain('dolph_account_events_total{kind="sign-in-failed"} 1')
  expect(metrics).toContain('dolph_account_events_total{kind="password-reset"} 0')
})

test('wrong passwords at a change of the password and at a deletion are events, one an hour', async () => {
  await using api = await startApp(relaxed)
  const ada = await signInNewMember(api, 'ada')
  const change = { newPassword: 'Brand new 9', verificationCode: '123456' }
  const tryChange = () =>
    ada.send(changePassword, { body: { ...change, currentPassword: 'Not mine 1' } })
  expect((await tryChange()).statusCode).toBe(400)
  expect((await tryChange()).statusCode).toBe(400)
  expect(await readKinds(api)).toEqual(['proof-failed'])

  const bob = await signInNewMember(api, 'bob')
  const refused = await bob.send(deleteAccount, { body: { password: 'Not mine 1' } })
  expect(refused.statusCode).toBe(400)
  expect(await readKinds(api)).toEqual(['proof-failed', 'proof-failed'])
})

test('the 21st session ends the oldest one, which is an event', async () => {
  await using api = await startApp(relaxed)
  const ada = await signInNewMember(api, 'ada')
  await sql`insert into sessions (member_id, token_hash, expires_at)
    select id, sha256(number::text::bytea), now() + interval '1 day'
    from members, generate_series(1, 19) as number`.execute(api.db)
  await api.browser().call(logIn, { body: { email, password: PASSWORD } })
  expect((await readKinds(api)).toSorted()).toEqual(['oldest-session-ended', 'signed-in'])
  expect((await ada.send(listAccountEvents, { querystring: {} })).statusCode).toBe(401)
})

test('addresses are comparable within a day and unknown afterwards', async () => {
  await using api = await startApp(relaxed)
  const hash = (ip: string) => api.app.hashAddressOfToday(ip).toString('hex')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-16T00:00:00Z') })
  const morning = hash('203.0.113.7')
  vi.setSystemTime(new Date('2026-11-16T23:59:59Z'))
  expect(hash('203.0.113.7')).toBe(morning)
  expect(hash('203.0.113.8')).not.toBe(morning)
  vi.setSystemTime(new Date('2026-11-17T00:00:00Z'))
  expect(hash('203.0.113.7')).not.toBe(morning)
})

describe('an event', () => {
  test('cannot be changed or deleted, and is deleted with its member', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    await ada.call(endOtherSessions, {})
    const forbidden = /append-only/
    await expect(sql`update account_events set kind = 'signed-in'`.execute(api.db)).rejects.toThrow(
      forbidden,
    )
    await expect(sql`delete from account_events`.execute(api.db)).rejects.toThrow(forbidden)
    await expect(sql`truncate account_events`.execute(api.db)).rejects.toThrow(forbidden)

    await ada.call(deleteAccount, { body: { password: PASSWORD } })
    expect(await readKinds(api)).toEqual(['other-sessions-ended', 'account-deleted'])
    await api.db.deleteFrom('members').execute()
    expect(await readKinds(api)).toEqual([])
  })

  test('is deleted after 180 days', async () => {
    await using stack = await startWorkerStack()
    await sql`
      with ada as (insert into members (username) values ('ada') returning id)
      insert into account_events (id, member_id, kind, device, address_hash)
      select uuid_v7(now() - make_interval(days => days)), ada.id, 'signed-in', days::text, sha256('')
      from ada, unnest(array[181, 179]) as days`.execute(stack.db)
    await stack.startWorker(...accountJobs)
    await sql`select graphile_worker.add_job('delete-expired')`.execute(stack.db)
    await expect
      .poll(() => stack.db.selectFrom('account_events').select('device').execute())
      .toEqual([{ device: '179' }])
  })
})

async function readKinds({ db }: Api): Promise<string[]> {
  const rows = await db.selectFrom('account_events').select('kind').orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}
