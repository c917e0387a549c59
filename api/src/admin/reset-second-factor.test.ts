import { listAccountEvents } from '@dolph/contract/accounts/account-events'
import { logIn } from '@dolph/contract/accounts/accounts'
import {
  giveSecondFactor,
  readSecondFactor,
  stopSecondFactorReset,
} from '@dolph/contract/accounts/second-factor'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { runCommand } from './testing/run-command.ts'
import { readCode, setUpTotp } from '../testing/set-up-totp.ts'
import { PASSWORD, readQueuedMails, signInNewMember } from '../testing/sign-up-member.ts'
import { startApp } from '../testing/start-app.ts'
import { waitForBlockedStatements } from '../testing/wait-for-blocked-statements.ts'
import { sendResetNotices } from '../features/accounts/second-factor/second-factor-reset.ts'

const NOTICE = 'second-factor-reset-notice'

let api: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  return () => api[Symbol.asyncDispose]()
})

test('an operator removes a second factor after three mails in seven days, in two audited runs', async () => {
  const { ada } = await createMember('ada')
  expect(await reset('ada')).toMatchObject({ code: 0, data: { step: 'started' } })
  expect(await countNotices('ada')).toBe(1)
  // The same day there is nothing to do, and no second mail.
  expect(await reset('ada')).toMatchObject({ code: 0, data: null })
  const counts = []
  const early: unknown[] = []
  for (let day = 1; day <= 7; day += 1) {
    await letDaysPass(1)
    await sendResetNotices(api)
    await sendResetNotices(api)
    counts.push(await countNotices('ada'))
    early.push(day < 7 ? (await reset('ada')).data : null)
  }
  expect(counts).toEqual([1, 1, 2, 2, 2, 3, 3])
  expect(new Set(early)).toEqual(new Set([null]))
  expect((await ada.call(readSecondFactor, {})).data.recoveryCodesLeft).toBe(10)

  expect(await reset('ada')).toMatchObject({ code: 0, data: { step: 'removed' } })
  expect((await ada.send(getViewer, {})).statusCode).toBe(401)
  const browser = api.browser()
  await browser.call(logIn, { body: { email: 'ada@example.test', password: PASSWORD } })
  expect((await browser.call(readSecondFactor, {})).data.onSince).toBeNull()
  expect((await listMails('ada')).at(-1)?.template).toBe('second-factor-reset')
  const { data } = await browser.call(listAccountEvents, { querystring: {} })
  expect(data.map(({ kind, device }) => `${kind} ${device}`)).toEqual(
    expect.arrayContaining([
      'second-factor-reset Dolph support',
      'second-factor-reset-started Dolph support',
    ]),
  )
  const { rows } = await sql<{ details: object }>`select details from audit_log
    where action = 'operator.member.reset-second-factor' order by id`.execute(api.db)
  expect(rows.map(({ details }) => details)).toEqual([
    { step: 'started', operator: 'grace' },
    { step: 'removed', operator: 'grace' },
  ])
  expect(await reset('ada')).toMatchObject({ code: 0, data: null })
})

test('a link that is opened while an operator removes the second factor does not say that it stays', async () => {
  const { db } = api
  const { ada } = await createMember('olga')
  await reset('olga')
  for (let nth = 0; nth < 2; nth += 1) {
    await letDaysPass(3)
    await sendResetNotices(api)
  }
  await letDaysPass(1)
  const notices = (await listMails('olga')).filter(({ template }) => template === NOTICE)
  const { token = '' } = notices.at(-1) ?? {}

  const { removing, stopping } = await db.transaction().execute(async (tx) => {
    await sql`select from totp join members on members.id = member_id where username = 'olga' for update`.execute(
      tx,
    )
    const command = reset('olga')
    await waitForBlockedStatements(db)
    const stop = api.visitor.send(stopSecondFactorReset, { body: { token } })
    await Promise.race([stop, waitForBlockedStatements(db, { count: 2 })])
    return { removing: command, stopping: stop }
  })

  expect(await removing).toMatchObject({ data: { step: 'removed' } })
  expect((await stopping).statusCode).toBe(400)
  expect((await ada.send(getViewer, {})).statusCode).toBe(401)
})

test('without all three mails nothing is removed', async () => {
  await createMember('bob')
  await reset('bob')
  await letDaysPass(20)
  expect(await reset('bob')).toMatchObject({ data: null })
})

test.each(['first', 'last'])('the link in the %s mail stops it, once', async (which) => {
  const name = `carla-${which}`
  const { ada: carla } = await createMember(name)
  await reset(name)
  for (let nth = 0; nth < 2; nth += 1) {
    await letDaysPass(3)
    await sendResetNotices(api)
  }
  await letDaysPass(1)
  const notices = (await listMails(name)).filter(({ template }) => template === NOTICE)
  const { token = '' } = notices.at(which === 'first' ? 0 : -1) ?? {}
  await api.visitor.call(stopSecondFactorReset, { body: { token } })
  const again = await api.visitor.send(stopSecondFactorReset, { body: { token } })
  expect([again.statusCode, again.json()]).toMatchObject([400, { code: 'invalid-input' }])
  expect((await carla.call(readSecondFactor, {})).data.recoveryCodesLeft).toBe(10)
  const { data } = await carla.call(listAccountEvents, { querystring: {} })
  expect(data[0]?.kind).toBe('second-factor-reset-stopped')
  // A later run starts again, with another seven days.
  expect(await reset(name)).toMatchObject({ data: { step: 'started' } })
})

test('a sign-in with the second factor stops it', async () => {
  const { authenticator } = await createMember('dan')
  await reset('dan')
  const browser = api.browser()
  await browser.send(logIn, { body: { email: 'dan@example.test', password: PASSWORD } })
  await browser.call(giveSecondFactor, { body: { code: await readCode(api.db, authenticator) } })
  const { data } = await browser.call(listAccountEvents, { querystring: {} })
  expect(data[0]?.kind).toBe('second-factor-reset-stopped')
  await letDaysPass(8)
  expect(await reset('dan')).toMatchObject({ data: { step: 'started' } })
})

test('one that nobody finishes ends after a month', async () => {
  await createMember('eva')
  await reset('eva')
  await letDaysPass(31)
  await sendResetNotices(api)
  expect(await reset('eva')).toMatchObject({ data: { step: 'started' } })
})

test('of two runs at the end at once, one removes it', async () => {
  await createMember('fay')
  await reset('fay')
  await letDaysPass(7)
  await sql`update second_factor_resets set stop_hashes = array_cat(stop_hashes, array['\\x01', '\\x02']::bytea[])`.execute(
    api.db,
  )
  const results = await Promise.all([reset('fay'), reset('fay')])
  const removed = results.filter(({ data }) => JSON.stringify(data) === '{"step":"removed"}')
  expect(removed).toHaveLength(1)
})

test('a member without a second factor needs none, and an unknown one is refused', async () => {
  await signInNewMember(api, 'gus')
  expect(await reset('gus')).toMatchObject({ code: 0, data: null })
  expect(await reset('nobody')).toMatchObject({ code: 1 })
})

async function createMember(name: string) {
  const ada = await signInNewMember(api, name)
  return { ada, authenticator: await setUpTotp(ada) }
}

async function reset(name: string) {
  return runCommand(api, 'member', 'reset-second-factor', name, '--yes')
}

async function letDaysPass(days: number): Promise<void> {
  await sql`update second_factor_resets set started_at = started_at - make_interval(days => ${days}),
    notified_at = notified_at - make_interval(days => ${days})`.execute(api.db)
}

async function listMails(name: string) {
  return readQueuedMails(api, `${name}@example.test`)
}

async function countNotices(name: string): Promise<number> {
  return (await listMails(name)).filter(({ template }) => template === NOTICE).length
}
