import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import { deleteAccount, giveProof, logIn } from '@dolph/contract/accounts/accounts'
import {
  addPasskey,
  listPasskeys,
  logInWithPasskey,
  PASSKEY_UNKNOWN,
  PASSKEYS_MAX,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyLogin,
  startPasskeyProof,
} from '@dolph/contract/accounts/passkeys'
import { confirmEmail, undoEmailChange } from '@dolph/contract/accounts/email-change'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { addPasskeyFixture, sendPasskeyLogin } from '../../../testing/passkeys/passkey-member.ts'
import { SoftwareAuthenticator } from '../../../testing/passkeys/software-authenticator.ts'
import {
  PASSWORD,
  proveMember,
  readNewestMail,
  readQueuedMails,
  signInNewMember,
} from '../../../testing/sign-up-member.ts'
import { setUpTotp } from '../../../testing/set-up-totp.ts'
import { startApp } from '../../../testing/start-app.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { runJobs } from '../../../testing/run-jobs.ts'
import { accountJobs, deleteExpiredJob } from '../jobs.ts'
import { repeatPasskeyErasure } from './remove-passkey.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }
const email = 'ada@example.test'
const CHROME = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/144.0 Safari/537.36' }

describe('a passkey', () => {
  test('is added with proof, listed, renamed and removed; each but the name is mailed and recorded', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const authenticator = createAuthenticator(api)
    expect((await ada.send(startPasskey, {})).json()).toMatchObject({ code: 'proof-needed' })
    await proveMember(ada)
    const { data: options } = await ada.call(startPasskey, {})
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Dolph' },
      user: { name: 'ada', displayName: 'Ada Lovelace' },
      excludeCredentials: [],
      attestation: 'none',
    })
    const body = { credential: authenticator.create(options) }
    const added = await ada.send(addPasskey, { body }, CHROME)
    expect(added.statusCode).toBe(201)
    const passkey = added.json().data
    expect(passkey).toMatchObject({
      name: 'Chrome on Linux',
      isBackedUp: true,
      lastUsedAt: null,
    })
    const params = { id: passkey._id }
    await ada.call(renamePasskey, { params, body: { name: '  My\nphone ' } })
    const { data: listed } = await ada.call(listPasskeys, {})
    expect(listed).toEqual([{ ...passkey, name: 'My phone' }])
    expect((await ada.call(getViewer, {})).data.signInMethods).toEqual(['password', 'passkey'])
    expect((await ada.call(startPasskey, {})).data.excludeCredentials).toEqual([
      { id: body.credential.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])

    await ada.call(removePasskey, { params })
    expect((await ada.send(removePasskey, { params })).statusCode).toBe(404)
    expect((await ada.call(listPasskeys, {})).data).toEqual([])
    expect((await ada.call(getViewer, {})).data.signInMethods).toEqual(['password'])
    expect((await sendPasskeyLogin(api.browser(), authenticator)).json()).toMatchObject({
      code: 'not-found',
      message: PASSKEY_UNKNOWN,
    })
    expect(await readKinds(ada)).toEqual(['passkey-removed', 'passkey-added', 'proof-given'])
    const templates = (await readQueuedMails(api, email)).map(({ template }) => template)
    expect(templates).toEqual(['passkey-added', 'passkey-removed'])
  })

  test('that was the only second factor takes it from all sessions when it is removed', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const { _id: first } = await addPasskeyFixture(ada, createAuthenticator(api))
    const { _id: last } = await addPasskeyFixture(ada, createAuthenticator(api))
    await setUpTotp(ada)
    const countWithFactor = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(second_factor_at) as count from sessions`.execute(api.db)
      return rows[0]?.count
    }
    expect(await countWithFactor()).toBe(1)
    await ada.call(removePasskey, { params: { id: first } })
    expect(await countWithFactor()).toBe(1)
    await sql`delete from totp`.execute(api.db)
    await ada.call(removePasskey, { params: { id: last } })
    expect(await countWithFactor()).toBe(0)
  })

  test('that is removed stays removed after a restored backup', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const { _id: id } = await addPasskeyFixture(ada, createAuthenticator(api))
    const restored = await api.db.selectFrom('passkeys').selectAll().executeTakeFirstOrThrow()
    await ada.call(removePasskey, { params: { id } })
    const { rows } = await sql`select kind, subject from erasures`.execute(api.db)
    expect(rows).toEqual([{ kind: 'passkey', subject: id }])
    await api.db.insertInto('passkeys').values(restored).execute()
    await repeatPasskeyErasure(api.db, id, api)
    expect(await api.db.selectFrom('passkeys').select('id').execute()).toEqual([])
  })

  test('of another member cannot be renamed or removed, and its id says nothing', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const bob = await signInNewMember(api, 'bob')
    const { _id: id } = await addPasskeyFixture(ada, createAuthenticator(api))
    await proveMember(bob)
    for (const params of [{ id }, { id: '0198c5a0-0000-7000-8000-000000000001' }]) {
      const renamed = await bob.send(renamePasskey, { params, body: { name: 'Mine' } })
      const removed = await bob.send(removePasskey, { params })
      expect([renamed.statusCode, removed.statusCode]).toEqual([404, 404])
    }
    expect((await ada.call(listPasskeys, {})).data).toHaveLength(1)
  })

  test('is one of at most ten, also of concurrent ones', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const authenticator = createAuthenticator(api)
    await proveMember(ada)
    await sql`
      insert into passkeys (member_id, credential_id, public_key, counter, is_backed_up, name)
      select members.id, sha256(nth::text::bytea), '', 0, false, 'Phone' from members, generate_series(3, ${PASSKEYS_MAX}) as nth
    `.execute(api.db)
    // Two more fit.
    const options = await Promise.all(
      [1, 2, 3, 4].map(async () => (await ada.call(startPasskey, {})).data),
    )
    const handles = new Set(options.map(({ user }) => user.id))
    expect(handles.size).toBe(1)
    const replies = await Promise.all(
      options.map(async (each) =>
        ada.send(addPasskey, { body: { credential: authenticator.create(each) } }),
      ),
    )
    const refused = replies.filter(({ statusCode }) => statusCode === 409)
    expect(refused).toHaveLength(2)
    expect((await ada.call(listPasskeys, {})).data).toHaveLength(PASSKEYS_MAX)
    expect(refused[0]?.json().message).toBe('You have 10 passkeys. Remove one to add another one.')
    expect((await ada.send(startPasskey, {})).statusCode).toBe(409)
  })

  test('that is the only way to log in is not removed, and of two concurrent removals one is', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const one = await addPasskeyFixture(ada, createAuthenticator(api))
    const other = await addPasskeyFixture(ada, createAuthenticator(api))
    await api.db.updateTable('accounts').set({ password_hash: null }).execute()
    const replies = await Promise.all(
      [one, other].map(async ({ _id: id }) => ada.send(removePasskey, { params: { id } })),
    )
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      'This passkey is your only way to log in. Add another one before you remove it.',
    )
    expect((await ada.call(listPasskeys, {})).data).toHaveLength(1)
  })

  test('has a user handle that is random and not the id of the member', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    await proveMember(ada)
    const { data: options } = await ada.call(startPasskey, {})
    const { _id: id } = await ada.call(getViewer, {})
    const handle = Buffer.from(options.user.id, 'base64url')
    expect(handle).toHaveLength(32)
    expect(handle.includes(Buffer.from(id.replaceAll('-', ''), 'hex'))).toBe(false)
  })
})

describe('signing in with a passkey', () => {
  test('starts a session, counts the use, and is mailed on a device that is new to the account', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const authenticator = createAuthenticator(api)
    await addPasskeyFixture(ada, authenticator)
    const elsewhere = api.browser()
    const reply = await sendPasskeyLogin(elsewhere, authenticator)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { message: 'Successfully logged in!' },
    ])
    expect((await elsewhere.call(getViewer, {})).data.userName).toBe('ada')
    const { data: events } = await elsewhere.call(listAccountEvents, { querystring: {} })
    expect(events[0]).toMatchObject({ kind: 'signed-in', method: 'passkey' })
    const [passkey] = await api.db.selectFrom('passkeys').selectAll().execute()
    expect(passkey).toMatchObject({ counter: 1, last_used_at: expect.any(String) })

    // The same browser again is a known device.
    expect((await sendPasskeyLogin(elsewhere, authenticator)).statusCode).toBe(200)
    const templates = (await readQueuedMails(api, email)).map(({ template }) => template)
    expect(templates).toEqual(['passkey-added', 'passkey-new-device'])
  })

  test('works with authenticators that do not count', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const authenticator = createAuthenticator(api, false)
    await addPasskeyFixture(ada, authenticator)
    for (const browser of [api.browser(), api.browser()])
      expect((await sendPasskeyLogin(browser, authenticator)).statusCode).toBe(200)
  })

  test('starts with the same options for everybody', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    await addPasskeyFixture(ada, createAuthenticator(api))
    for (const browser of [ada, api.browser()]) {
      const { data } = await browser.call(startPasskeyLogin, {})
      expect(data).toEqual({
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rpId: 'localhost',
        timeout: 240_000,
        userVerification: 'required',
      })
    }
  })

  test('is open to suspended members, as with a password', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const authenticator = createAuthenticator(api)
    await addPasskeyFixture(ada, authenticator)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    await api.db.updateTable('members').set({ suspended_until: until }).execute()
    const browser = api.browser()
    expect((await sendPasskeyLogin(browser, authenticator)).statusCode).toBe(200)
    expect((await browser.call(getViewer, {})).data.restrictions).toContain('suspension')
  })

  test('ends with the account', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const authenticator = createAuthenticator(api)
    await addPasskeyFixture(ada, authenticator)
    await ada.call(deleteAccount, { body: { password: PASSWORD } })
    expect((await sendPasskeyLogin(api.browser(), authenticator)).statusCode).toBe(404)
    expect(await api.db.selectFrom('passkeys').select('id').execute()).toEqual([])
  })

  test('ends with a change of email that is undone: an intruder may have added the passkey', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    const authenticator = createAuthenticator(api)
    await addPasskeyFixture(ada, authenticator)
    await ada.call(updateProfile, { body: { email: 'thief@mail.example' } })
    const { token = '' } = await readNewestMail(api, 'thief@mail.example')
    await ada.call(confirmEmail, { body: { token } })
    const { token: undoToken = '' } = await readNewestMail(api, email)
    await api.visitor.call(undoEmailChange, { body: { token: undoToken } })
    expect((await sendPasskeyLogin(api.browser(), authenticator)).statusCode).toBe(404)
  })

  test('is limited together with passwords', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const authenticator = createAuthenticator(api)
    await addPasskeyFixture(ada, authenticator)
    const stranger = api.browser('10.1.1.1')
    const statuses = []
    for (let attempt = 0; attempt < 21; attempt += 1) {
      const reply = await sendPasskeyLogin(stranger, authenticator, { isUserVerified: false })
      statuses.push(reply.statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
    const body = { email, password: PASSWORD }
    expect((await stranger.send(logIn, { body })).statusCode).toBe(429)
    expect((await sendPasskeyLogin(api.browser('10.1.1.2'), authenticator)).statusCode).toBe(200)
  })
})

describe('proof', () => {
  test('is given with a passkey of the member', async () => {
    await using api = await startApp(relaxed)
    const authenticator = createAuthenticator(api)
    await addPasskeyFixture(await signInNewMember(api, 'ada'), authenticator)
    // A new session has no proof, however it began.
    const ada = await signInWithPasskey(api, authenticator)
    expect((await ada.send(startPasskey, {})).statusCode).toBe(403)
    const { data: options } = await ada.call(startPasskeyProof, {})
    expect(options.allowCredentials).toHaveLength(1)
    // An authenticator that was told which passkey to use may leave out the user handle.
    const passkey = authenticator.sign(options, { userHandle: undefined })
    await ada.call(giveProof, { body: { passkey } })
    expect((await ada.send(startPasskey, {})).statusCode).toBe(200)
    const { data: events } = await ada.call(listAccountEvents, { querystring: {} })
    expect(events[0]).toMatchObject({ kind: 'proof-given', method: 'passkey' })
  })

  test('is not given with a passkey of another member, for a sign-in, or with two ways at once', async () => {
    await using api = await startApp(relaxed)
    const bob = await signInNewMember(api, 'bob')
    const [adas, bobs] = [createAuthenticator(api), createAuthenticator(api)]
    await addPasskeyFixture(await signInNewMember(api, 'ada'), adas)
    await addPasskeyFixture(bob, bobs)
    const ada = await signInWithPasskey(api, adas)
    const start = async () => (await ada.call(startPasskeyProof, {})).data
    const prove = async (passkey: ReturnType<SoftwareAuthenticator['sign']>) =>
      (await ada.send(giveProof, { body: { passkey } })).json()

    expect(await prove(bobs.sign(await start()))).toMatchObject({ message: PASSKEY_UNKNOWN })
    // A challenge of another member, and one of a sign-in.
    const { data: ofBob } = await bob.call(startPasskeyProof, {})
    expect(await prove(adas.sign(ofBob))).toMatchObject({ code: 'code-expired' })
    const { data: ofLogin } = await ada.call(startPasskeyLogin, {})
    expect(await prove(adas.sign(ofLogin))).toMatchObject({ code: 'code-expired' })
    const body = { password: PASSWORD, passkey: adas.sign(await start()) }
    expect((await ada.send(giveProof, { body })).statusCode).toBe(400)
    expect((await ada.send(giveProof, { body: {} })).json()).toMatchObject({
      fields: { password: 'Password is required' },
    })
    expect((await ada.send(startPasskey, {})).statusCode).toBe(403)

    // A challenge of proof signs nobody in.
    const credential = adas.sign(await start())
    const stranger = api.browser()
    expect((await stranger.send(logInWithPasskey, { body: { credential } })).json()).toMatchObject({
      code: 'code-expired',
    })
  })

  test('needs a passkey', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    expect((await ada.send(startPasskeyProof, {})).statusCode).toBe(404)
  })
})

test('expired challenges are refused, and deleted by the hourly job', async () => {
  await using api = await startApp(relaxed)
  const ada = await signInNewMember(api, 'ada')
  const authenticator = createAuthenticator(api)
  await addPasskeyFixture(ada, authenticator)
  const { data: options } = await api.visitor.call(startPasskeyLogin, {})
  await sql`update challenges set expires_at = now() - interval '1 second'`.execute(api.db)
  const body = { credential: authenticator.sign(options) }
  expect((await api.visitor.send(logInWithPasskey, { body })).json()).toMatchObject({
    code: 'code-expired',
    message: 'That took too long. Please try again.',
  })
  await enqueueJob(api.db, deleteExpiredJob, {})
  await runJobs(api, accountJobs)
  expect(await api.db.selectFrom('challenges').select('purpose').execute()).toEqual([])
})

type Api = Awaited<ReturnType<typeof startApp>>

function createAuthenticator({ config }: Api, isCounting = true) {
  return new SoftwareAuthenticator({ origin: config.APP_ORIGIN, isCounting })
}

async function signInWithPasskey(api: Api, authenticator: SoftwareAuthenticator): Promise<Browser> {
  const browser = api.browser()
  expect((await sendPasskeyLogin(browser, authenticator)).statusCode).toBe(200)
  return browser
}

async function readKinds(browser: Browser): Promise<string[]> {
  const { data } = await browser.call(listAccountEvents, { querystring: {} })
  return data.map(({ kind }) => kind)
}
