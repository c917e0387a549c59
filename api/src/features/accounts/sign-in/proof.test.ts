import {
  changePassword,
  deleteAccount,
  giveProof,
  logIn,
  sendPasswordCode,
} from '@dolph/contract/accounts/accounts'
import { readOwnProfile, updateProfile } from '@dolph/contract/profiles/profiles'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { requireProof } from '../../../platform/http/access.ts'
import type { Browser } from '../../../testing/browser.ts'
import {
  PASSWORD,
  proveMember,
  readNewestMail,
  readQueuedMails,
  signInNewMember,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }
const email = 'ada@example.test'
const newEmail = 'ada.new@mail.example'
const PROOF_NEEDED = [403, { code: 'proof-needed', message: 'Please confirm that it is you.' }]
const INCORRECT = [400, { code: 'invalid-input', fields: { password: 'Incorrect password' } }]

describe('a change of email', () => {
  test('needs proof; without it nothing of the profile is saved and no mail is sent', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const body = { email: newEmail, bio: 'Clocks', firstName: 'Eve' }

    const reply = await ada.send(updateProfile, { body })

    expect([reply.statusCode, reply.json()]).toMatchObject(PROOF_NEEDED)
    const { data } = await ada.call(readOwnProfile, {})
    expect(data).toMatchObject({ email, pendingEmail: null, bio: '', firstName: 'Ada' })
    expect(await readQueuedMails(api, email)).toEqual([])
    await proveMember(ada)
    expect((await ada.call(updateProfile, { body })).data).toMatchObject({
      pendingEmail: newEmail,
      bio: 'Clocks',
    })
  })

  test('is not counted as an attempt while the proof is missing', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const reply = await ada.send(updateProfile, { body: { email: newEmail } })
      expect(reply.statusCode).toBe(403)
    }
    await proveMember(ada)
    expect((await requestNewEmail(ada))[0]).toBe(200)
  })

  test('to the current email, and a save of other fields, need none', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    await ada.call(updateProfile, { body: { email: email.toUpperCase(), bio: 'Clocks' } })
    const { data } = await ada.call(updateProfile, { body: { location: 'London' } })
    expect(data).toMatchObject({ email, bio: 'Clocks', location: 'London' })
  })
})

describe('a proof', () => {
  test('is good for ten minutes', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    await proveMember(ada)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from proved_until - now())::float8 as seconds from sessions`.execute(
      api.db,
    )
    expect(rows[0]?.seconds).toBeGreaterThan(595)
    expect(rows[0]?.seconds).toBeLessThanOrEqual(600)

    await sql`update sessions set proved_until = now() - interval '1 millisecond'`.execute(api.db)

    expect(await requestNewEmail(ada)).toMatchObject(PROOF_NEEDED)
  })

  test('is good in its own session only, and a new session starts without', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const elsewhere = api.browser()
    await elsewhere.call(logIn, { body: { email, password: PASSWORD } })
    await proveMember(ada)
    expect(await requestNewEmail(elsewhere)).toMatchObject(PROOF_NEEDED)

    await ada.call(logIn, { body: { email, password: PASSWORD } })
    expect(await requestNewEmail(ada)).toMatchObject(PROOF_NEEDED)
  })

  test('ends with a change of password', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    await proveMember(ada)
    await ada.call(sendPasswordCode, {})
    const { code = '' } = await readNewestMail(api, email)
    const change = { currentPassword: PASSWORD, newPassword: 'Brand new 9', verificationCode: code }
    await ada.call(changePassword, { body: change })
    expect(await requestNewEmail(ada)).toMatchObject(PROOF_NEEDED)
  })

  test('is not given for a wrong password, to a visitor, or by a password to a Google account', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const wrong = await ada.send(giveProof, { body: { password: 'Not mine 1' } })
    expect([wrong.statusCode, wrong.json()]).toMatchObject(INCORRECT)
    expect(await requestNewEmail(ada)).toMatchObject(PROOF_NEEDED)
    const visitor = await api.visitor.send(giveProof, { body: { password: PASSWORD } })
    expect(visitor.statusCode).toBe(401)

    await api.db.updateTable('accounts').set({ google_sub: 'sub', password_hash: null }).execute()
    const google = await ada.send(giveProof, { body: { password: PASSWORD } })
    expect([google.statusCode, google.json()]).toMatchObject([403, { code: 'forbidden' }])
    expect(await requestNewEmail(ada)).toMatchObject(PROOF_NEEDED)
  })

  test('is not given for a password that is changed during the check', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const reply = await api.db.transaction().execute(async (tx) => {
      await tx.updateTable('accounts').set({ password_hash: 'other' }).execute()
      const proof = ada.send(giveProof, { body: { password: PASSWORD } })
      await waitForBlockedStatements(api.db)
      return { proof }
    })
    const refused = await reply.proof
    expect([refused.statusCode, refused.json()]).toMatchObject(INCORRECT)
    expect(await requestNewEmail(ada)).toMatchObject(PROOF_NEEDED)
  })

  test('counts wrong passwords together with those of a deletion', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const body = { password: 'Not mine 1' }
    const statuses = []
    for (const endpoint of [giveProof, giveProof, giveProof, deleteAccount, giveProof, giveProof]) {
      statuses.push((await ada.send(endpoint, { body })).statusCode)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const right = await ada.send(giveProof, { body: { password: PASSWORD } })
    expect(right.statusCode).toBe(429)
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('a route', () => {
  test('that always needs proof refuses every call without it', async () => {
    await using api = await startApp({
      ...relaxed,
      extendApp: (app) =>
        app.get('/api/secret', { config: { access: 'member', proof: 'always' } }, (_, reply) =>
          reply.send({ success: true }),
        ),
    })
    const ada = await signInNewMember(api, 'ada')
    expect((await api.visitor.request('GET', '/api/secret')).statusCode).toBe(401)
    const refused = await ada.request('GET', '/api/secret')
    expect([refused.statusCode, refused.json()]).toMatchObject(PROOF_NEEDED)
    await proveMember(ada)
    expect((await ada.request('GET', '/api/secret')).statusCode).toBe(200)
  })

  test('that requires proof without declaring it fails', async () => {
    await using api = await startApp({
      ...relaxed,
      extendApp: (app) =>
        app.get('/api/secret', { config: { access: 'member' } }, (request, reply) => {
          requireProof(request)
          return reply.send({ success: true })
        }),
    })
    const ada = await signInNewMember(api, 'ada')
    await proveMember(ada)
    expect((await ada.request('GET', '/api/secret')).statusCode).toBe(500)
  })
})

async function requestNewEmail(member: Browser): Promise<[number, unknown]> {
  const reply = await member.send(updateProfile, { body: { email: newEmail } })
  return [reply.statusCode, reply.json()]
}
