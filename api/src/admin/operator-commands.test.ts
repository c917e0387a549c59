import { sendMessage } from '@dolph/contract/messaging/messaging'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createBackfillTask } from '../platform/jobs/backfills/backfill-task.ts'
import { createPostFixture } from '../testing/fixtures.ts'
import { createAccountFixture, signInNewMember } from '../testing/sign-up-member.ts'
import { startApp } from '../testing/start-app.ts'
import { runCommand, runCommandTwice } from './testing/run-command.ts'

let api: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  return () => api[Symbol.asyncDispose]()
})

const run = (...argv: string[]) => runCommand(api, ...argv)
const runTwice = (...argv: string[]) => runCommandTwice(api, ...argv)

describe('flag', () => {
  test('list shows every flag as the program declares it, until one is changed', async () => {
    const { data } = await run('flag', 'list')
    expect(data).toContainEqual(expect.objectContaining({ name: 'live', share: 100, note: null }))
    await runTwice('flag', 'off', 'live', '--note', 'too much load')
    expect((await run('flag', 'list')).data).toContainEqual(
      expect.objectContaining({ name: 'live', share: 0, note: 'too much load' }),
    )
    await runTwice('flag', 'on', 'live')
  })

  test('share and allow choose members', async () => {
    const ada = await createAccountFixture(api.db, 'ada')
    await runTwice('flag', 'share', 'uploads', '40')
    await runTwice('flag', 'off', 'uploads')
    await runTwice('flag', 'allow', 'uploads', 'ada')
    await api.flags.readAgain()
    expect(api.flags.isOn('uploads', ada)).toBe(true)
    expect(api.flags.isOn('uploads')).toBe(false)
    await runTwice('flag', 'disallow', 'uploads', 'ada')
    await api.flags.readAgain()
    expect(api.flags.isOn('uploads', ada)).toBe(false)
    await run('flag', 'on', 'uploads', '--yes')
  })

  test('a flag that was never changed can be allowed to a member', async () => {
    const bob = await createAccountFixture(api.db, 'bob')
    await runTwice('flag', 'allow', 'search', 'bob')
    await api.flags.readAgain()
    expect(api.flags.isOn('search')).toBe(true)
    await run('flag', 'off', 'search', '--yes')
    await api.flags.readAgain()
    expect([api.flags.isOn('search', bob), api.flags.isOn('search')]).toEqual([true, false])
    await run('flag', 'on', 'search', '--yes')
  })

  test.each([
    ['an unknown flag', ['off', 'nonsense']],
    ['an unknown member', ['allow', 'uploads', 'nobody']],
    ['a share above 100', ['share', 'uploads', '101']],
    ['a share that is no number', ['share', 'uploads', 'half']],
    ['a share of what concerns no member', ['share', 'mails', '50']],
    ['a member for what concerns none', ['allow', 'mails', 'ada']],
  ])('refuses %s', async (_, argv) => {
    expect(await run('flag', ...argv, '--yes')).toMatchObject({ code: 1, status: 'refused' })
  })
})

describe('backfill', () => {
  test('pause stops it between two batches, resume lets it go on', async () => {
    const batches: (string | null)[] = []
    const task = createBackfillTask({
      name: 'planted',
      fillBatch: async (_tx, cursor) => {
        batches.push(cursor)
        return batches.length < 3 ? `row ${batches.length}` : null
      },
    })
    const runBatch = () => api.db.transaction().execute((tx) => task.run(tx, api.db))
    expect(await run('backfill', 'show', 'planted')).toMatchObject({ code: 1 })
    await runBatch()
    await runTwice('backfill', 'pause', 'planted')
    await runBatch()
    expect(batches).toEqual([null])
    expect((await run('backfill', 'show', 'planted')).data).toMatchObject({
      state: 'paused',
      cursor: 'row 1',
    })
    await runTwice('backfill', 'resume', 'planted')
    await runBatch()
    await runBatch()
    expect(batches).toEqual([null, 'row 1', 'row 2'])
    expect((await run('backfill', 'list')).data).toContainEqual(
      expect.objectContaining({ name: 'planted', state: 'done' }),
    )
    expect(await run('backfill', 'pause', 'planted', '--yes')).toMatchObject({ data: null })
  })
})

describe('member export', () => {
  test('prints what a member wrote and got, with an entry in the audit log and no secret', async () => {
    const eva = await signInNewMember(api, 'eva')
    const { _id: evaId } = await eva.call(getViewer, {})
    const fay = await signInNewMember(api, 'fay')
    const { _id: fayId } = await fay.call(getViewer, {})
    await createPostFixture(api.db, evaId, { title: 'Tide tables' })
    await eva.call(sendMessage, { body: { recipientId: fayId, content: 'From Eva' } })
    await fay.call(sendMessage, { body: { recipientId: evaId, content: 'From Fay' } })

    const planned = await run('member', 'export', 'eva')
    expect([planned.status, JSON.stringify(planned)]).toEqual([
      'planned',
      expect.not.stringContaining('Tide'),
    ])
    const { code, data } = await run('member', 'export', 'eva', '--yes')

    expect(code).toBe(0)
    expect(data).toMatchObject({
      account: [{ _id: evaId, email: 'eva@example.test', hasPassword: true }],
      posts: [{ title: 'Tide tables' }],
      messages: [
        { peer: 'fay', isMine: true, content: 'From Eva' },
        { peer: 'fay', isMine: false, content: 'From Fay' },
      ],
    })
    expect(JSON.stringify(data)).not.toMatch(/argon2|token|hash|fay@example/)
    const { rows } = await sql`select details from audit_log
      where action = 'operator.member.export' and member_id = ${evaId}`.execute(api.db)
    expect(rows).toEqual([{ details: { operator: 'grace' } }])
    expect(await run('member', 'export', 'nobody', '--yes')).toMatchObject({ code: 1 })
  })

  test('has the settings of a member without a profile', async () => {
    const gus = await signInNewMember(api, 'gus')
    const { _id: gusId } = await gus.call(getViewer, {})
    await api.db.deleteFrom('profiles').where('member_id', '=', gusId).execute()
    await sql`insert into notification_settings (member_id, kinds) values (${gusId}, '{}')`.execute(
      api.db,
    )

    const { data } = await run('member', 'export', 'gus', '--yes')

    expect(data).toMatchObject({ profile: [], settings: [{ kinds: {} }] })
  })
})
