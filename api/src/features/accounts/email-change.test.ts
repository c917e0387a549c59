import { confirmEmail, getViewer, logIn, signUp } from '@dolph/contract/accounts'
import { readOwnProfile, updateProfile } from '@dolph/contract/profiles'
import { describe, expect, test } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { formOf, mailsTo, memberOf, newestMail, PASSWORD } from '../../testing/people.ts'
import { startApp } from '../../testing/start-app.ts'

type Api = Awaited<ReturnType<typeof startApp>>

const relaxed = { env: { LIMITS: 'relaxed' } }
const old = 'ada@example.test'
const fresh = 'ada.new@mail.example'
const INVALID = { message: 'This link is invalid or has expired.', code: 'invalid-input' }

describe('a new address', () => {
  test('waits until it is confirmed from there; the old one is told, and still logs in', async () => {
    await using api = await startApp(relaxed)
    const ada = await memberOf(api, 'ada')

    const { message, data } = await ada.call(updateProfile, {
      body: { email: ` ${fresh.toUpperCase()} `, bio: 'Clocks' },
    })

    expect(message).toBe('Profile updated successfully')
    expect(data).toMatchObject({ email: old, pendingEmail: fresh, bio: 'Clocks' })
    expect((await ada.call(getViewer, {})).data.email).toBe(old)
    const [confirm, ...more] = await mailsTo(api, fresh)
    expect(confirm).toEqual({ template: 'confirm-email', token: expect.any(String) })
    expect(more).toEqual([])
    const told = await newestMail(api, old)
    expect(told).toEqual({
      template: 'email-change-asked',
      firstName: 'Ada',
      hint: 'a***@mail.example',
      hasPassword: true,
    })
    await api.browser().call(logIn, { body: { email: old, password: PASSWORD } })
  })

  test('is the member’s once they open the link, and the old one hears of it', async () => {
    await using api = await startApp(relaxed)
    const ada = await memberOf(api, 'ada')
    await ask(ada, fresh)

    const reply = await ada.call(confirmEmail, { body: { token: await tokenTo(api, fresh) } })

    expect(reply).toEqual({ success: true, message: 'Email updated successfully', email: fresh })
    expect(await pending(ada)).toEqual([fresh, null])
    expect(await newestMail(api, old)).toMatchObject({ template: 'email-changed' })
    await api.browser().call(logIn, { body: { email: fresh, password: PASSWORD } })
    const login = await api.browser().send(logIn, { body: { email: old, password: PASSWORD } })
    expect(login.statusCode).toBe(400)
    // The address that was given up can be anybody's.
    const newcomer = { ...formOf('newcomer'), Email: old }
    await api.visitor.call(signUp, { body: newcomer })
    expect((await newestMail(api, old)).template).toBe('verification')
  })

  test('may come with Google as well', async () => {
    await using api = await startApp(relaxed)
    const ada = await memberOf(api, 'ada')
    const google = { google_sub: 'sub-of-ada', password_hash: null }
    await api.db.updateTable('accounts').set(google).execute()
    await ask(ada, fresh)
    await ada.call(confirmEmail, { body: { token: await tokenTo(api, fresh) } })
    expect((await ada.call(readOwnProfile, {})).data).toMatchObject({
      email: fresh,
      googleId: 'google',
    })
  })

  test('replaces the one that waited before', async () => {
    await using api = await startApp(relaxed)
    const ada = await memberOf(api, 'ada')
    await ask(ada, fresh)
    const first = await tokenTo(api, fresh)
    await ask(ada, 'other@mail.example')

    const stale = await ada.send(confirmEmail, { body: { token: first } })

    expect([stale.statusCode, stale.json()]).toMatchObject([400, INVALID])
    expect(await pending(ada)).toEqual([old, 'other@mail.example'])
  })

  test('is taken back by saving today’s address, and untouched by saving none', async () => {
    await using api = await startApp(relaxed)
    const ada = await memberOf(api, 'ada')
    await ask(ada, fresh)
    const token = await tokenTo(api, fresh)
    await ada.call(updateProfile, { body: { bio: 'Clocks' } })
    expect(await pending(ada)).toEqual([old, fresh])

    await ask(ada, old)

    expect(await pending(ada)).toEqual([old, null])
    expect((await ada.send(confirmEmail, { body: { token } })).statusCode).toBe(400)
    expect(await mailsTo(api, old)).toHaveLength(2)
  })

  test('is asked for five times an hour; the rest of the profile is saved more often', async () => {
    await using api = await startApp()
    const ada = await memberOf(api, 'ada')
    const statuses = []
    for (let nth = 0; nth < 6; nth += 1) {
      const body = { email: `ada${nth}@mail.example`, bio: `${nth}` }
      statuses.push((await ada.send(updateProfile, { body })).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const { data } = await ada.call(updateProfile, { body: { email: old, location: 'Paris' } })
    expect(data).toMatchObject({ bio: '4', location: 'Paris' })
  })
})

describe('a link to confirm', () => {
  test('is good for its member alone, and stays good after others tried it', async () => {
    await using api = await startApp(relaxed)
    const [ada, bob] = [await memberOf(api, 'ada'), await memberOf(api, 'bob')]
    await ask(ada, fresh)
    const token = await tokenTo(api, fresh)

    const visitor = await api.visitor.send(confirmEmail, { body: { token } })
    const other = await bob.send(confirmEmail, { body: { token } })

    expect(visitor.statusCode).toBe(401)
    expect([other.statusCode, other.json()]).toMatchObject([400, INVALID])
    expect(await pending(bob)).toEqual(['bob@example.test', null])
    expect((await ada.send(confirmEmail, { body: { token } })).statusCode).toBe(200)
  })

  test('is good once, of two at the same moment too', async () => {
    await using api = await startApp(relaxed)
    const ada = await memberOf(api, 'ada')
    await ask(ada, fresh)
    const body = { token: await tokenTo(api, fresh) }

    const replies = await Promise.all([1, 2, 3].map(() => ada.send(confirmEmail, { body })))
    const later = await ada.send(confirmEmail, { body })

    expect(
      replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 400, 400])
    expect(later.statusCode).toBe(400)
    const told = (await mailsTo(api, old)).filter(({ template }) => template === 'email-changed')
    expect(told).toHaveLength(1)
  })

  test('is good for an hour', async () => {
    await using api = await startApp(relaxed)
    const ada = await memberOf(api, 'ada')
    await ask(ada, fresh)
    const token = await tokenTo(api, fresh)
    const minutes = await minutesLeft(api)
    const past = new Date(Date.now() - 1000).toISOString()
    await api.db.updateTable('links').set({ expires_at: past }).execute()

    const reply = await ada.send(confirmEmail, { body: { token } })

    expect([reply.statusCode, reply.json()]).toMatchObject([400, INVALID])
    expect(await pending(ada)).toEqual([old, null])
    expect(minutes).toBe(60)
  })

  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(200), '\u0000'.repeat(43), "' or true --"])(
    'is never %j',
    async (token) => {
      await using api = await startApp(relaxed)
      const ada = await memberOf(api, 'ada')
      await ask(ada, fresh)
      const reply = await ada.send(confirmEmail, { body: { token } })
      expect([reply.statusCode, reply.json()]).toMatchObject([400, INVALID])
    },
  )
})

async function ask(member: Browser, email: string): Promise<void> {
  await member.call(updateProfile, { body: { email } })
}

async function pending(member: Browser) {
  const { data } = await member.call(readOwnProfile, {})
  return [data.email, data.pendingEmail]
}

async function tokenTo(api: Api, email: string): Promise<string> {
  return (await newestMail(api, email)).token ?? 'none'
}

async function minutesLeft(api: Api): Promise<number> {
  const link = await api.db
    .selectFrom('links')
    .select('expires_at')
    .where('purpose', '=', 'change-email')
    .executeTakeFirstOrThrow()
  return Math.round((Date.parse(link.expires_at) - Date.now()) / 60_000)
}
