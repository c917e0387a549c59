import { changePassword, deleteAccount, sendPasswordCode } from '@dolph/contract/accounts/accounts'
import { expect, test } from 'vitest'
import type { Browser } from '../../../testing/browser.ts'
import { setUpTotp } from '../../../testing/set-up-totp.ts'
import { PASSWORD, readNewestMail, signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'
import { lockAccount, updatePasswordHash } from '../queries.ts'
import { deleteTotp } from '../second-factor/totp.ts'

const RESET_HASH = 'of the owner, who has reset it'

type Api = Awaited<ReturnType<typeof startApp>>

test.each([
  ['change of the password', changeWithOldPassword],
  ['deletion of the account', deleteWithOldPassword],
])('a %s does nothing if the password is reset after its check', async (_, act) => {
  await using api = await startApp({ env: { LIMITS: 'relaxed' } })
  const { db } = api
  const intruder = await signInNewMember(api, 'ada')
  await intruder.call(sendPasswordCode, {})
  const { code = '' } = await readNewestMail(api, 'ada@example.test')
  const { member_id: memberId } = await selectAccount(api)

  const { action } = await db.transaction().execute(async (tx) => {
    await updatePasswordHash(tx, memberId, RESET_HASH)
    const acting = act(intruder, code)
    await waitForBlockedStatements(db)
    return { action: acting }
  })

  const reply = await action
  expect([reply.statusCode, reply.json()]).toMatchObject([401, { code: 'not-signed-in' }])
  expect((await selectAccount(api)).password_hash).toBe(RESET_HASH)
})

test('a change of the password keeps no second factor that was switched off after its check', async () => {
  await using api = await startApp({ env: { LIMITS: 'relaxed' } })
  const { db } = api
  const ada = await signInNewMember(api, 'ada')
  await setUpTotp(ada)
  await ada.call(sendPasswordCode, {})
  const { code = '' } = await readNewestMail(api, 'ada@example.test')
  const { member_id: memberId } = await selectAccount(api)

  const { changing } = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, memberId)
    await deleteTotp(tx, memberId)
    const change = changeWithOldPassword(ada, code)
    await waitForBlockedStatements(db)
    return { changing: change }
  })

  expect((await changing).statusCode).toBe(200)
  const sessions = await db.selectFrom('sessions').select('second_factor_at').execute()
  expect(sessions).toEqual([{ second_factor_at: null }])
})

async function changeWithOldPassword(browser: Browser, verificationCode: string) {
  const body = { currentPassword: PASSWORD, newPassword: 'Of the intruder 1', verificationCode }
  return browser.send(changePassword, { body })
}

async function deleteWithOldPassword(browser: Browser) {
  return browser.send(deleteAccount, { body: { password: PASSWORD } })
}

async function selectAccount({ db }: Api) {
  return db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow()
}
