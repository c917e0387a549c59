import {
  changePassword,
  deleteAccount,
  forgotPassword,
  logIn,
  logOut,
  resetPassword,
  sendPasswordCode,
} from '@dolph/contract/accounts/accounts'
import { endOtherSessions } from '@dolph/contract/accounts/sessions'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startRunningClock } from '../../testing/running-clock.ts'
import { startMessagingApp, type MessagingApp } from '../../testing/start-messaging-app.ts'
import { readNewestMail, PASSWORD } from '../../testing/sign-up-member.ts'
import { openAuthenticatedSocket, openSocket } from '../../testing/sockets/test-socket.ts'
import { startApp } from '../../testing/start-app.ts'

const RELAXED = { LIMITS: 'relaxed' }
const LISTENING = { isListening: true }
const SIGNED_OUT = 1000
const RESTART = 1012
const EMAIL = 'ada@example.test'
const NEW_PASSWORD = 'Battery staple 9'

describe('a socket closes within a second, on any process, when', () => {
  test.each<[string, (api: MessagingApp) => Promise<unknown>]>([
    ['its member logs out', ({ ada }) => ada.call(logOut, {})],
    [
      'its member deletes the account',
      ({ ada }) => ada.call(deleteAccount, { body: { password: PASSWORD } }),
    ],
    [
      'the password is changed',
      async (api) => {
        await api.ada.call(sendPasswordCode, {})
        const { code = '' } = await readNewestMail(api, EMAIL)
        const body = {
          currentPassword: PASSWORD,
          newPassword: NEW_PASSWORD,
          confirmNewPassword: NEW_PASSWORD,
          verificationCode: code,
        }
        await api.ada.call(changePassword, { body })
      },
    ],
    [
      'the password is reset',
      async (api) => {
        const visitor = api.browser()
        await visitor.call(forgotPassword, { body: { email: EMAIL } })
        const { token = '' } = await readNewestMail(api, EMAIL)
        const body = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
        await visitor.call(resetPassword, { body })
      },
    ],
    [
      'its browser signs in as another member',
      ({ ada }) => ada.call(logIn, { body: { email: 'bob@example.test', password: PASSWORD } }),
    ],
  ])('%s', async (_, endSession) => {
    await using api = await startMessagingApp(RELAXED, LISTENING)
    await using other = await startApp({ shareWith: api, env: RELAXED, ...LISTENING })
    await using near = await openAuthenticatedSocket(api, api.ada)
    await using far = await openAuthenticatedSocket(other, api.ada)
    await using peer = await openAuthenticatedSocket(other, api.bob)
    await endSession(api)
    using clock = startRunningClock()
    expect(await Promise.all([near.closed, far.closed])).toEqual([SIGNED_OUT, SIGNED_OUT])
    expect(clock.readMs()).toBeLessThan(1_000)
    expect(peer.socket.readyState).toBe(peer.socket.OPEN)
  })
})

test('signing out everywhere else keeps the socket of this browser', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  const { ada } = api
  const phone = api.browser()
  await phone.call(logIn, { body: { email: EMAIL, password: PASSWORD } })
  await using here = await openAuthenticatedSocket(api, ada)
  await using there = await openAuthenticatedSocket(api, { ...phone, id: ada.id })
  await ada.call(endOtherSessions, {})
  expect(await there.closed).toBe(SIGNED_OUT)
  expect(here.socket.readyState).toBe(here.socket.OPEN)
})

test('a session that ended between the upgrade and the auth event is not admitted', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  const { ada } = api
  await using opened = await openSocket(api, ada)
  await ada.call(logOut, {})
  opened.send({ type: 'auth', userId: ada.id, timestamp: new Date().toISOString() })
  expect(await opened.closed).toBe(SIGNED_OUT)
  expect(opened.events).toEqual([])
})

test('nothing is sent to a socket before its session was looked at again', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  const { ada, db } = api
  await using opened = await openSocket(api, ada)
  await ada.call(logOut, {})
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: reportLocked } = Promise.withResolvers<void>()
  const locking = db.transaction().execute(async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx)
    reportLocked()
    await released
  })
  await locked
  opened.send({ type: 'auth', userId: ada.id, timestamp: new Date().toISOString() })
  await expect.poll(() => api.app.gateway.isMemberConnected(ada.id)).toBe(true)

  api.app.gateway.push(ada.id, JSON.stringify({ type: 'new_message', content: 'secret' }))
  release()
  await locking

  expect(await opened.closed).toBe(SIGNED_OUT)
  expect(opened.events).toEqual([])
})

test('a socket whose session cannot be looked at is closed, and comes again', async () => {
  await using api = await startMessagingApp(RELAXED, LISTENING)
  const { ada, db } = api
  await using opened = await openSocket(api, ada)
  await sql`alter table sessions rename to sessions_elsewhere`.execute(db)
  opened.send({ type: 'auth', userId: ada.id, timestamp: new Date().toISOString() })
  expect(await opened.closed).toBe(RESTART)
  expect(opened.events).toEqual([])
})

test('sockets of an expired session are closed without an event', async () => {
  const timings = { sessionCheckIntervalMs: 100 }
  await using api = await startMessagingApp(RELAXED, { ...LISTENING, timings })
  const { ada, bob, db } = api
  await using expired = await openAuthenticatedSocket(api, ada)
  await using unaffected = await openAuthenticatedSocket(api, bob)
  const expires_at = new Date(Date.now() - 1_000).toISOString()
  await db.updateTable('sessions').set({ expires_at }).where('member_id', '=', ada.id).execute()
  expect(await expired.closed).toBe(SIGNED_OUT)
  expect(unaffected.socket.readyState).toBe(unaffected.socket.OPEN)
})
