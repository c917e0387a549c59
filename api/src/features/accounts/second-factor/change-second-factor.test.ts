import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import { giveProof, logIn } from '@dolph/contract/accounts/accounts'
import {
  confirmTotp,
  newRecoveryCodes,
  readSecondFactor,
  removeTotp,
  startTotp,
} from '@dolph/contract/accounts/second-factor'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { computeWrongCode, readCode, setUpTotp } from '../../../testing/set-up-totp.ts'
import {
  PASSWORD,
  proveMember,
  readQueuedMails,
  signInNewMember,
} from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { deleteUnconfirmedTotp } from './totp.ts'

const OFF = { onSince: null, recoveryCodesLeft: 0 }

let api: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  return () => api[Symbol.asyncDispose]()
})

describe('an authenticator app', () => {
  test('is on once a code confirms it, with ten recovery codes and a mail', async () => {
    const ada = await signInNewMember(api, 'ada')
    expect(await readState(ada)).toEqual(OFF)
    await proveMember(ada)
    const { data } = await ada.call(startTotp, {})
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(data.uri).toContain(data.secret)
    expect(new Set(data.recoveryCodes).size).toBe(10)
    for (const code of data.recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
    // Until it is confirmed, nothing asks for it.
    expect(await readState(ada)).toEqual(OFF)
    await api.browser().call(logIn, { body: { email: 'ada@example.test', password: PASSWORD } })

    const authenticator = data
    const wrong = await ada.send(confirmTotp, { body: { code: computeWrongCode(authenticator) } })
    expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { code: 'invalid-input' }])
    expect(await readState(ada)).toEqual(OFF)

    const code = await readCode(api.db, authenticator)
    await ada.call(confirmTotp, { body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } })
    const { onSince, recoveryCodesLeft } = await readState(ada)
    expect([typeof onSince, recoveryCodesLeft]).toEqual(['string', 10])
    expect(await listMails('ada')).toEqual(['second-factor-on'])
    expect(await listKinds(ada)).toContain('second-factor-on')
    expect((await ada.send(startTotp, {})).statusCode).toBe(409)
    const again = await ada.send(confirmTotp, { body: { code } })
    expect(again.statusCode).toBe(409)
  })

  test('that is switched on logs every other browser out, and begun sign-ins too', async () => {
    const bob = await signInNewMember(api, 'bob')
    const other = api.browser()
    await other.call(logIn, { body: { email: 'bob@example.test', password: PASSWORD } })
    await setUpTotp(bob)
    expect((await other.send(getViewer, {})).statusCode).toBe(401)
    expect((await bob.send(getViewer, {})).statusCode).toBe(200)
  })

  test('is set up by the tab that started last, also of ten at once', async () => {
    const carla = await signInNewMember(api, 'carla')
    await proveMember(carla)
    const started = await Promise.all(Array.from({ length: 10 }, () => carla.call(startTotp, {})))
    const replies = await Promise.all(
      started.map(async ({ data }) => {
        const code = await readCode(api.db, data)
        return (await carla.send(confirmTotp, { body: { code } })).statusCode
      }),
    )
    expect(replies.filter((status) => status === 200)).toHaveLength(1)
    const { rows } = await sql<{ count: number }>`select count(*) as count from recovery_codes
      join members on members.id = member_id where username = 'carla'`.execute(api.db)
    expect(rows[0]?.count).toBe(10)
  })

  test('is switched off with its recovery codes, and staff loses what it allowed', async () => {
    const dan = await signInNewMember(api, 'dan')
    await setUpTotp(dan)
    await dan.call(removeTotp, {})
    expect(await readState(dan)).toEqual(OFF)
    expect(await listMails('dan')).toEqual(['second-factor-on', 'second-factor-off'])
    expect(await listKinds(dan)).toContain('second-factor-off')
    expect((await dan.send(removeTotp, {})).statusCode).toBe(404)
    expect((await dan.send(newRecoveryCodes, {})).statusCode).toBe(404)
    const { rows } = await sql`select second_factor_at from sessions
      join members on members.id = member_id where username = 'dan'`.execute(api.db)
    expect(rows).toEqual([{ second_factor_at: null }])
    await api.browser().call(logIn, { body: { email: 'dan@example.test', password: PASSWORD } })
  })

  test('that is never confirmed is forgotten after a day', async () => {
    const eva = await signInNewMember(api, 'eva')
    const fay = await signInNewMember(api, 'fay')
    await setUpTotp(fay)
    await proveMember(eva)
    await eva.call(startTotp, {})
    const count = async () => {
      const { rows } = await sql`select member_id from totp join members on members.id = member_id
        where username in ('eva', 'fay')`.execute(api.db)
      return rows.length
    }
    await deleteUnconfirmedTotp(api.db)
    expect(await count()).toBe(2)
    await sql`update totp set started_at = now() - interval '25 hours'`.execute(api.db)
    await deleteUnconfirmedTotp(api.db)
    expect(await count()).toBe(1)
    expect((await readState(fay)).recoveryCodesLeft).toBe(10)
  })
})

test('secret and recovery codes are not in the database, nor in another member’s row', async () => {
  const gus = await signInNewMember(api, 'gus')
  const { secret, recoveryCodes } = await setUpTotp(gus)
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', encode(secret, 'escape'), encode(secret, 'hex'), (
      select string_agg(encode(digest, 'escape') || encode(digest, 'hex'), ' ') from recovery_codes)) as text
    from totp`.execute(api.db)
  const stored = rows.map(({ text }) => text).join(' ')
  for (const text of [
    secret,
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll('-', '')),
  ]) {
    expect(stored).not.toContain(text)
    expect(stored).not.toContain(Buffer.from(text).toString('hex'))
  }
  // Bound to its member: copied to another one, it opens nothing.
  const hal = await signInNewMember(api, 'hal')
  await setUpTotp(hal)
  await sql`update totp set secret = (select secret from totp join members on members.id = member_id where username = 'gus')
    where member_id = (select id from members where username = 'hal')`.execute(api.db)
  const code = await readCode(api.db, { secret })
  expect((await hal.send(giveProof, { body: { code } })).statusCode).toBe(400)
})

test('new recovery codes void the old ones', async () => {
  const ivy = await signInNewMember(api, 'ivy')
  const { recoveryCodes: old } = await setUpTotp(ivy)
  const { data } = await ivy.call(newRecoveryCodes, {})
  expect(data.recoveryCodes.filter((code) => old.includes(code))).toEqual([])
  expect((await readState(ivy)).recoveryCodesLeft).toBe(10)
  expect(await listMails('ivy')).toEqual(['second-factor-on', 'recovery-codes-renewed'])
  expect(await listKinds(ivy)).toContain('recovery-codes-renewed')
})

describe('a code of the app as proof', () => {
  const changeEmail = async (member: Browser, email: string) =>
    (await member.send(updateProfile, { body: { email } })).statusCode

  test('is good as a password is, once', async () => {
    const joe = await signInNewMember(api, 'joe')
    const authenticator = await setUpTotp(joe)
    await sql`update sessions set proved_until = null, second_factor_at = null`.execute(api.db)
    const code = await readCode(api.db, authenticator)
    await joe.call(giveProof, { body: { code } })
    expect(await changeEmail(joe, 'joe.new@mail.example')).toBe(200)
    const again = await joe.send(giveProof, { body: { code } })
    expect([again.statusCode, again.json()]).toMatchObject([
      400,
      { fields: { code: 'This code was used already. Wait for the next one.' } },
    ])
    // It is a second factor for this session, too.
    const { rows } = await sql<{
      count: number
    }>`select count(second_factor_at) as count from sessions
      join members on members.id = member_id where username = 'joe'`.execute(api.db)
    expect(rows[0]?.count).toBe(1)
    expect(await listKinds(joe)).toContain('proof-given')
  })

  test('is refused if wrong, without an app, beside a password, and if there is neither', async () => {
    const kim = await signInNewMember(api, 'kim')
    const without = await kim.send(giveProof, { body: { code: '123456' } })
    expect([without.statusCode, without.json()]).toMatchObject([403, { code: 'forbidden' }])
    const authenticator = await setUpTotp(kim)
    await sql`update sessions set proved_until = null`.execute(api.db)
    const wrong = await kim.send(giveProof, { body: { code: computeWrongCode(authenticator) } })
    expect(wrong.statusCode).toBe(400)
    const code = await readCode(api.db, authenticator)
    for (const body of [{ code, password: PASSWORD }, {}]) {
      expect((await kim.send(giveProof, { body })).statusCode).toBe(400)
    }
    expect(await changeEmail(kim, 'kim.new@mail.example')).toBe(403)
    expect(await listKinds(kim)).toContain('proof-failed')
  })

  test('waits after five wrong ones', async () => {
    await using strict = await startApp()
    const lea = await signInNewMember(strict, 'lea')
    const authenticator = await setUpTotp(lea)
    const body = { code: computeWrongCode(authenticator) }
    const statuses: number[] = []
    for (let nth = 0; nth < 6; nth += 1) {
      statuses.push((await lea.send(giveProof, { body })).statusCode)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })
})

async function readState(member: Browser) {
  return (await member.call(readSecondFactor, {})).data
}

async function listMails(userName: string) {
  const mails = await readQueuedMails(api, `${userName}@example.test`)
  return mails.map(({ template }) => template)
}

async function listKinds(member: Browser) {
  const { data } = await member.call(listAccountEvents, { querystring: {} })
  return data.map(({ kind }) => kind)
}
