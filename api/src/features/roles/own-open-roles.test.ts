import { getViewer } from '@dolph/contract/accounts/viewer'
import { listOwnOpenRoles } from '@dolph/contract/roles/roles'
import { blockMember } from '@dolph/contract/safety/safety'
import { beforeAll, expect, test } from 'vitest'
import { createPostFixture, createRoleFixture } from '../../testing/fixtures.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'

let api: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  return () => api[Symbol.asyncDispose]()
})

test('a member’s own open roles are those of the projects they own or co-own, the newest project first', async () => {
  const ada = await signInNewMember(api, 'ada')
  const bob = await signInNewMember(api, 'bob')
  const [{ _id: adaId }, { _id: bobId }] = [
    await ada.call(getViewer, {}),
    await bob.call(getViewer, {}),
  ]
  const own = await createPostFixture(api.db, adaId)
  await createRoleFixture(api.db, own, { title: 'Own' })
  await createRoleFixture(api.db, own, { title: 'Paused', state: 'paused' })
  const [shared, joined] = [
    await createPostFixture(api.db, bobId),
    await createPostFixture(api.db, bobId),
  ]
  await createRoleFixture(api.db, shared, { title: 'Shared' })
  await createRoleFixture(api.db, joined, { title: 'Joined' })
  for (const [post_id, is_co_owner] of [
    [shared, true],
    [joined, false],
  ] as const) {
    const member = { post_id, member_id: adaId, role_title: 'Maker', is_co_owner }
    await api.db.insertInto('team_members').values(member).execute()
  }
  const { data } = await ada.call(listOwnOpenRoles, {})
  expect(data.map(({ role, post }) => [role.title, post._id])).toEqual([
    ['Shared', shared],
    ['Own', own],
  ])
  expect(data[0]?.role).toMatchObject({ fit: null, joinRequest: null })

  await bob.call(blockMember, { params: { id: adaId } })
  const { data: left } = await ada.call(listOwnOpenRoles, {})
  expect(left.map(({ role }) => role.title)).toEqual(['Own'])
})
