import { getViewer } from '@dolph/contract/accounts/viewer'
import { changeProject } from '@dolph/contract/projects/projects'
import { confirmRoles, editRole, listRoles } from '@dolph/contract/roles/roles'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createPostFixture, createRoleFixture } from '../../testing/fixtures.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'

let api: Awaited<ReturnType<typeof startApp>>
let ada: Awaited<ReturnType<typeof signInNewMember>>
let adaId: string
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  ada = await signInNewMember(api, 'ada')
  adaId = (await ada.call(getViewer, {}))._id
  return () => api[Symbol.asyncDispose]()
})

test('a confirmation opens what was paused for want of answers, unless the project is paused', async () => {
  const id = await createPost()
  const old = { confirmed_on: '2026-01-01', still_open_asked_on: '2026-01-22' }
  const unanswered = { ...old, state: 'paused', paused_by: 'unanswered' } as const
  const ids = [
    await createRoleFixture(api.db, id, old),
    await createRoleFixture(api.db, id, unanswered),
    await createRoleFixture(api.db, id, { ...old, state: 'paused' }),
    await createRoleFixture(api.db, id, { ...old, state: 'closed' }),
  ]
  expect((await ada.call(confirmRoles, { body: { ids } })).confirmed).toBe(3)
  const { data } = await ada.call(listRoles, { params: { id } })
  const today = new Date().toISOString().slice(0, 10)
  expect(data.map(({ state, confirmedOn }) => [state, confirmedOn])).toEqual([
    ['open', today],
    ['open', today],
    ['paused', today],
    ['closed', '2026-01-01'],
  ])

  const second = await createPost()
  const role = await createRoleFixture(api.db, second, unanswered)
  await ada.call(changeProject, { params: { id: second }, body: { state: 'paused' } })
  await ada.call(confirmRoles, { body: { ids: [role] } })
  const readState = async () =>
    (await ada.call(listRoles, { params: { id: second } })).data[0]?.state
  expect(await readState()).toBe('paused')
  await ada.call(changeProject, { params: { id: second }, body: { state: 'building' } })
  expect(await readState()).toBe('open')
})

test('any edit of an owner confirms all open roles of the project', async () => {
  const id = await createPost()
  const old = { confirmed_on: '2026-01-01', still_open_asked_on: '2026-01-22' }
  const [one, other] = [
    await createRoleFixture(api.db, id, old),
    await createRoleFixture(api.db, id, old),
  ]
  await ada.call(editRole, { params: { id: one }, body: { title: 'Tester' } })
  const { rows } = await sql`
    select confirmed_on = current_date as "isConfirmed", still_open_asked_on, (
      select count(*) from open_role_terms where role_id = roles.id and confirmed_on = current_date) as terms
    from roles where id = ${other}`.execute(api.db)
  expect(rows).toEqual([{ isConfirmed: true, still_open_asked_on: null, terms: 2 }])
})

async function createPost() {
  return createPostFixture(api.db, adaId, { type: 'seeking-contributors' })
}
