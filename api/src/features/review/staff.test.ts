import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { getViewer } from '@dolph/contract/viewer'
import { listAuditLog, listCases } from '@dolph/contract/review'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { createAccountFixture, signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { runStaffCommand } from './staff-command.ts'
import { grantRole, revokeRole, selectStaff } from './staff.ts'

const SCRIPT = new URL('run-staff.ts', import.meta.url).pathname

let api: Awaited<ReturnType<typeof startApp>>
let ada: Browser
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  ada = await signInNewMember(api, 'Ada')
  return () => api[Symbol.asyncDispose]()
})

test('a role opens the calls of staff at once, and ends at once', async () => {
  expect((await ada.send(listCases, { querystring: {} })).statusCode).toBe(404)
  expect((await ada.call(getViewer, {})).data).not.toHaveProperty('role')

  await grantRole(api.db, 'ada', 'moderator')
  expect((await ada.send(listCases, { querystring: {} })).statusCode).toBe(200)
  expect((await ada.call(getViewer, {})).data.role).toBe('moderator')
  expect((await ada.send(listAuditLog, { querystring: {} })).statusCode).toBe(404)

  await grantRole(api.db, 'ada', 'admin')
  const { data } = await ada.call(listAuditLog, { querystring: {} })
  expect(data).toMatchObject([
    {
      action: 'staff.granted',
      actor: null,
      member: { userName: 'Ada' },
      details: { role: 'admin' },
    },
    { action: 'staff.granted', actor: null, subject: 'staff', details: { role: 'moderator' } },
  ])

  await revokeRole(api.db, 'ADA')
  expect((await ada.send(listCases, { querystring: {} })).statusCode).toBe(404)
  await expect(revokeRole(api.db, 'ada')).rejects.toThrow('Ada has no role')
})

describe('a role is refused', () => {
  test('to an account without a password', async () => {
    const id = await createAccountFixture(api.db, 'google')
    await api.db
      .updateTable('accounts')
      .set({ password_hash: null, google_sub: 'google' })
      .where('member_id', '=', id)
      .execute()
    await expect(grantRole(api.db, 'google', 'admin')).rejects.toThrow('without a password')
  })

  test('to who has no account', async () => {
    await createMemberFixture(api.db, 'accountless')
    await expect(grantRole(api.db, 'accountless', 'admin')).rejects.toThrow('There is no member')
    await expect(grantRole(api.db, 'nobody', 'admin')).rejects.toThrow('There is no member nobody')
    expect(await selectStaff(api.db)).toEqual([])
  })
})

test('the command grants, lists and revokes', async () => {
  expect(await runStaffCommand(api.db, ['grant', 'ada', 'moderator'])).toBe('ada is a moderator')
  expect(await runScript('list')).toMatch(/^Ada moderator since 20/)
  expect(await runStaffCommand(api.db, ['revoke', 'ada'])).toBe('ada has no role any more')
  expect(await runStaffCommand(api.db, ['list'])).toBe('')
  await expect(runStaffCommand(api.db, ['grant', 'ada', 'owner'])).rejects.toThrow('Usage')
})

async function runScript(...args: string[]): Promise<string> {
  const { APP_ORIGIN, REDIS_URL } = api.config
  const env = { NODE_ENV: 'test', APP_ORIGIN, REDIS_URL, DATABASE_URL: api.database.url }
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...args], { env })
  return stdout
}
