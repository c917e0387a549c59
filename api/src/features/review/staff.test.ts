import { getViewer } from '@dolph/contract/accounts/viewer'
import { listAuditLog, listCases } from '@dolph/contract/review/review'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { createAccountFixture, signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { grantRole, revokeRole, selectStaff } from './staff.ts'

const OPERATOR = 'grace'

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

  await grantRole(api.db, 'ada', 'moderator', OPERATOR)
  expect((await ada.send(listCases, { querystring: {} })).statusCode).toBe(200)
  expect((await ada.call(getViewer, {})).data.role).toBe('moderator')
  expect((await ada.send(listAuditLog, { querystring: {} })).statusCode).toBe(404)

  await grantRole(api.db, 'ada', 'admin', OPERATOR)
  const { data } = await ada.call(listAuditLog, { querystring: {} })
  expect(data).toMatchObject([
    {
      action: 'staff.granted',
      actor: null,
      member: { userName: 'Ada' },
      details: { role: 'admin', operator: OPERATOR },
    },
    { action: 'staff.granted', actor: null, subject: 'staff', details: { role: 'moderator' } },
  ])

  await revokeRole(api.db, 'ADA', OPERATOR)
  expect((await ada.send(listCases, { querystring: {} })).statusCode).toBe(404)
  await expect(revokeRole(api.db, 'ada', OPERATOR)).rejects.toThrow('Ada has no role')
})

describe('a role is refused', () => {
  test('to an account without a password', async () => {
    const id = await createAccountFixture(api.db, 'google')
    await api.db
      .updateTable('accounts')
      .set({ password_hash: null, google_sub: 'google' })
      .where('member_id', '=', id)
      .execute()
    await expect(grantRole(api.db, 'google', 'admin', OPERATOR)).rejects.toThrow(
      'without a password',
    )
  })

  test('to who has no account', async () => {
    await createMemberFixture(api.db, 'accountless')
    await expect(grantRole(api.db, 'accountless', 'admin', OPERATOR)).rejects.toThrow(
      'There is no member',
    )
    await expect(grantRole(api.db, 'nobody', 'admin', OPERATOR)).rejects.toThrow(
      'There is no member nobody',
    )
    expect(await selectStaff(api.db)).toEqual([])
  })
})
