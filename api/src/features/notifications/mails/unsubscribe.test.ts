import { undoUnsubscribe, type SettingKind } from '@dolph/contract/notifications/notifications'
import { describe, expect, test } from 'vitest'
import { createMemberFixture } from '../../../testing/fixtures.ts'
import { startApp } from '../../../testing/start-app.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'

const ONE_CLICK = 'List-Unsubscribe=One-Click'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function startWithMember() {
  const app = await startApp()
  const memberId = await createMemberFixture(app.db, 'ada')
  const createToken = (kind: SettingKind) =>
    createUnsubscribeToken(app.config.SECRET, { memberId, kind })
  return Object.assign(app, {
    memberId,
    createToken,
    /** As a mail program calls: no cookie, no origin, no CSRF token. */
    post: async (token: string, headers: Record<string, string> = FORM, payload = ONE_CLICK) =>
      app.app.inject({
        method: 'POST',
        url: `/api/notifications/unsubscribe/${token}`,
        headers,
        payload,
      }),
    async kinds() {
      const row = await app.db
        .selectFrom('notification_settings')
        .select('kinds')
        .where('member_id', '=', memberId)
        .executeTakeFirst()
      return row?.kinds
    },
  })
}

describe('unsubscribing', () => {
  test('works by the POST of a mail program, and ends only this kind', async () => {
    await using app = await startWithMember()

    const reply = await app.post(app.createToken('comment'))

    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ success: true, kind: 'comment' })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(await app.kinds()).toEqual({ comment: { app: true, mail: false } })
  })

  test('keeps the other settings', async () => {
    await using app = await startWithMember()
    await app.db
      .insertInto('notification_settings')
      .values({
        member_id: app.memberId,
        kinds: JSON.stringify({
          comment: { app: false, mail: true },
          like: { app: true, mail: true },
        }),
      })
      .execute()

    await app.post(app.createToken('comment'))
    expect(await app.kinds()).toEqual({
      comment: { app: false, mail: false },
      like: { app: true, mail: true },
    })
    await app.visitor.call(undoUnsubscribe, { params: { token: app.createToken('comment') } })

    expect(await app.kinds()).toEqual({
      comment: { app: false, mail: true },
      like: { app: true, mail: true },
    })
  })

  test('and resuming leaves nothing that differs from the defaults', async () => {
    await using app = await startWithMember()
    const params = { token: app.createToken('comment') }

    await app.post(params.token)
    await app.visitor.call(undoUnsubscribe, { params })

    expect(await app.kinds()).toEqual({})
  })

  test.each([
    ['a form with parts', { 'content-type': 'multipart/form-data; boundary=x' }],
    [
      'a foreign origin',
      { ...FORM, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
    ],
  ])('works with %s', async (_, headers) => {
    await using app = await startWithMember()

    expect((await app.post(app.createToken('reply'), headers)).statusCode).toBe(200)
    expect(await app.kinds()).toEqual({ reply: { app: true, mail: false } })
  })

  test('works without a body, and repeated', async () => {
    await using app = await startWithMember()
    const url = `/api/notifications/unsubscribe/${app.createToken('messages')}`

    for (let round = 0; round < 2; round += 1)
      expect((await app.app.inject({ method: 'POST', url })).statusCode).toBe(200)
    expect(await app.kinds()).toEqual({ messages: { app: true, mail: false } })
  })

  test('a GET changes nothing and leads to the page', async () => {
    await using app = await startWithMember()
    const token = app.createToken('comment')

    const reply = await app.app.inject({ url: `/api/notifications/unsubscribe/${token}` })

    expect(reply.statusCode).toBe(302)
    expect(reply.headers.location).toBe(`http://localhost:3000/unsubscribe/${token}`)
    expect(await app.kinds()).toBeUndefined()
  })

  test('a GET leads to no other site', async () => {
    await using app = await startWithMember()
    const url = `/api/notifications/unsubscribe/${encodeURIComponent('../..//evil.example\r\nx:y')}`

    const { headers } = await app.app.inject({ url })

    expect(headers.location).toBe(
      'http://localhost:3000/unsubscribe/..%2F..%2F%2Fevil.example%0D%0Ax%3Ay',
    )
  })

  test('a token that was changed in any character is unknown', async () => {
    await using app = await startWithMember()
    const token = app.createToken('comment')

    for (const at of [0, 10, 42, 43, 50, 64, token.length - 1]) {
      const changed = token.slice(0, at) + (token[at] === 'Q' ? 'g' : 'Q') + token.slice(at + 1)
      expect((await app.post(changed)).statusCode, `character ${at}`).toBe(404)
    }
    for (const other of ['x', 'A'.repeat(43), `${token}AAAA`, token.slice(0, -4)])
      expect((await app.post(other)).statusCode, other).toBe(404)
    expect((await app.post('A'.repeat(201))).statusCode).toBe(404)
    expect(await app.kinds()).toBeUndefined()
  })

  test('a token of another secret, member or kind is unknown or ends nothing else', async () => {
    await using app = await startWithMember()
    const { memberId } = app
    const foreign = createUnsubscribeToken('another secret', { memberId, kind: 'comment' })
    const gone = createUnsubscribeToken(app.config.SECRET, {
      memberId: '01890000-0000-7000-8000-000000000000',
      kind: 'comment',
    })

    expect((await app.post(foreign)).statusCode).toBe(404)
    expect((await app.post(gone)).statusCode).toBe(404)
    expect(await app.kinds()).toBeUndefined()
  })

  test('of a member who left is unknown', async () => {
    await using app = await startWithMember()
    await app.db
      .updateTable('members')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', app.memberId)
      .execute()

    expect((await app.post(app.createToken('comment'))).statusCode).toBe(404)
  })

  test('a form is accepted by this route alone', async () => {
    await using app = await startWithMember()

    const reply = await app.visitor.request('DELETE', '/api/notifications/unsubscribe/x', {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    const login = await app.app.inject({
      method: 'POST',
      url: '/api/users/login',
      headers: { ...FORM, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
      payload: 'email=a&password=b',
    })

    expect(reply.statusCode).toBe(403)
    expect(login.statusCode).toBe(400)
  })
})
