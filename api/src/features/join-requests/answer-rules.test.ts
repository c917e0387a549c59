import { changeTeamMember, leaveTeam } from '@dolph/contract/projects/projects'
import { listRoles } from '@dolph/contract/roles/roles'
import { blockMember } from '@dolph/contract/safety/safety'
import { beforeAll, expect, test } from 'vitest'
import { createJoinRequestFixture, createMemberFixture } from '../../testing/fixtures.ts'
import {
  startJoinRequestsApp,
  type JoinRequestsApp,
  type JoiningMember,
} from './testing/start-join-requests-app.ts'

let api: JoinRequestsApp
beforeAll(async () => {
  api = await startJoinRequestsApp()
  return () => api[Symbol.asyncDispose]()
})

test('the counterpart of a request is the author, and once it is answered the owner who answered first', async () => {
  const { ada, bob, carla } = api
  const { post, role } = await api.createRole(ada)
  await api.addToTeam(post, carla, true)
  const asked = await bob.ask(role)
  expect(asked.counterpart?.userName).toBe('ada')
  expect((await carla.answer(asked._id, 'talk')).counterpart?.userName).toBe('bob')
  expect(await readCounterparts(bob, post, asked._id)).toEqual(['carla', 'carla'])
  expect((await ada.read(asked._id)).counterpart?.userName).toBe('bob')

  await ada.call(changeTeamMember, {
    params: { id: post, userId: carla.id },
    body: { isCoOwner: false },
  })
  expect(await readCounterparts(bob, post, asked._id)).toEqual(['ada', 'ada'])
})

test('the counterpart of an invitation is the owner who sent it, and the author once that owner has left', async () => {
  const { ada, carla } = api
  const { post, role } = await api.createRole(ada)
  await api.addToTeam(post, carla, true)
  const dora = await api.signIn('invited-dora')
  await api.makeOpenToJoin(dora)
  const invitation = await carla.invite(role, dora)
  expect(invitation.counterpart?.userName).toBe('invited-dora')
  expect(await readCounterparts(dora, post, invitation._id)).toEqual(['carla', 'carla'])
  await carla.call(leaveTeam, { params: { id: post, userId: carla.id } })
  expect(await readCounterparts(dora, post, invitation._id)).toEqual(['ada', 'ada'])
})

test('a blocked co-owner is no counterpart', async () => {
  const { ada, bob, carla } = api
  const { post, role } = await api.createRole(ada)
  await api.addToTeam(post, carla, true)
  const asked = await bob.ask(role)
  await carla.answer(asked._id, 'talk')
  await bob.call(blockMember, { params: { id: carla.id } })
  expect(await readCounterparts(bob, post, asked._id)).toEqual(['ada', 'ada'])
})

/** The counterpart in the request itself and in the role of the post. */
test.each(['accept', 'decline'] as const)(
  'a member to whom messages are closed can %s, but not with a note',
  async (answer) => {
    const owner = await api.signIn(`limited-${answer}`)
    const { role } = await api.createRole(owner)
    const memberId = await createMemberFixture(api.db, `asks-${answer}`)
    const _id = await createJoinRequestFixture(api.db, { roleId: role, memberId })
    await api.db
      .updateTable('members')
      .set({ messaging_limited_until: '2099-01-01' })
      .where('id', '=', owner.id)
      .execute()
    const reply = await owner.tryToAnswer(_id, answer, { note: 'Buy my pills instead.' })
    expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'limited' }])
    expect(await api.readState(_id)).toEqual({ state: 'waiting', reason: null })
    expect(await owner.answer(_id, answer, { note: ' ' })).toMatchObject({ answer: '' })
  },
)

async function readCounterparts(member: JoiningMember, post: string, request: string) {
  const { data: roles } = await member.call(listRoles, { params: { id: post } })
  const { counterpart } = await member.read(request)
  return [counterpart?.userName, roles[0]?.joinRequest?.counterpart?.userName]
}
