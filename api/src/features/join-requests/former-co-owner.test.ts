import { inviteToJoin } from '@dolph/contract/join-requests/join-requests'
import { changeTeamMember, leaveTeam } from '@dolph/contract/projects/projects'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { deliverPendingEvents } from '../../testing/events/deliver-pending-events.ts'
import { notificationSubscribers } from '../notifications/subscribers.ts'
import {
  NOTE,
  startJoinRequestsApp,
  type JoinRequestsApp,
  type JoiningMember,
} from './testing/start-join-requests-app.ts'

let api: JoinRequestsApp
beforeAll(async () => {
  api = await startJoinRequestsApp()
  return () => api[Symbol.asyncDispose]()
})

type Project = Awaited<ReturnType<typeof createSharedProject>>

const endings: [string, (project: Project) => Promise<unknown>][] = [
  [
    'left',
    async ({ post, coOwner }) =>
      coOwner.call(leaveTeam, { params: { id: post, userId: coOwner.id } }),
  ],
  [
    'was demoted',
    async ({ post, coOwner }) =>
      api.ada.call(changeTeamMember, {
        params: { id: post, userId: coOwner.id },
        body: { isCoOwner: false },
      }),
  ],
]

test.each(endings)(
  'the answer to an invitation of a co-owner who %s goes to the author',
  async (name, end) => {
    const project = await createSharedProject(`answer-${name.length}`)
    const invited = await signInOpenToJoin(`invited-${name.length}`)
    const { _id } = await project.coOwner.invite(project.role, invited)
    await end(project)
    await invited.answer(_id, 'talk')
    await deliverPendingEvents(api, [notificationSubscribers])

    expect(await readNotified('join-answered', _id)).toEqual([api.ada.id])
    const { rows } = await sql<{ peer: string }>`
      select peer_id as peer from conversation_sides where member_id = ${invited.id}`.execute(
      api.db,
    )
    expect(rows).toEqual([{ peer: api.ada.id }])
  },
)

test.each(endings)(
  'a co-owner who %s keeps no notification of requests to join',
  async (name, end) => {
    const project = await createSharedProject(`lines-${name.length}`)
    await api.bob.ask(project.role)
    await deliverPendingEvents(api, [notificationSubscribers])
    const owners = [api.ada.id, project.coOwner.id].toSorted()
    expect(await readNotified('join-requested', project.post)).toEqual(owners)
    await end(project)
    await deliverPendingEvents(api, [notificationSubscribers])
    expect(await readNotified('join-requested', project.post)).toEqual([api.ada.id])
  },
)

test('no owner of a deleted post keeps a notification of requests to join it', async () => {
  const { post, role } = await createSharedProject('of-deleted')
  await api.bob.ask(role)
  await deliverPendingEvents(api, [notificationSubscribers])
  expect(await readNotified('join-requested', post)).toHaveLength(2)
  await api.db.deleteFrom('posts').where('id', '=', post).execute()
  await deliverPendingEvents(api, [notificationSubscribers])
  expect(await readNotified('join-requested', post)).toEqual([])
})

test.each(endings)('a co-owner who %s repeats no invitation', async (name, end) => {
  const project = await createSharedProject(`repeat-${name.length}`)
  const invited = await signInOpenToJoin(`repeated-${name.length}`)
  const call = {
    params: { id: project.role },
    body: { userId: invited.id, note: NOTE, tempId: 'temp-repeated-1' },
  }
  const first = await project.coOwner.send(inviteToJoin, call)
  expect(first.statusCode).toBe(201)
  await end(project)
  const again = await project.coOwner.send(inviteToJoin, call)
  expect(again.statusCode).toBe(404)
})

test('a repeated invitation is no sign of life', async () => {
  const { ada, db } = api
  const { role } = await api.createRole(ada)
  const invited = await signInOpenToJoin('repeated-twice')
  const call = {
    params: { id: role },
    body: { userId: invited.id, note: NOTE, tempId: 'temp-repeated-2' },
  }
  const { data } = await ada.call(inviteToJoin, call)
  await sql`update roles set confirmed_on = '2026-01-01' where id = ${role}`.execute(db)
  expect((await ada.call(inviteToJoin, call)).data._id).toBe(data._id)
  const { rows } = await sql`
    select from roles where id = ${role} and confirmed_on = '2026-01-01'`.execute(db)
  expect(rows).toHaveLength(1)
})

/** A project of ada with a co-owner. */
async function createSharedProject(coOwnerName: string) {
  const { post, role } = await api.createRole(api.ada, { seats: 3 })
  const coOwner = await api.signIn(coOwnerName)
  await api.addToTeam(post, coOwner, true)
  return { post, role, coOwner }
}

async function signInOpenToJoin(name: string): Promise<JoiningMember> {
  const member = await api.signIn(name)
  await api.makeOpenToJoin(member)
  return member
}

async function readNotified(kind: string, targetId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member_id as id from notifications where kind = ${kind} and target_id = ${targetId} order by 1`.execute(
    api.db,
  )
  return rows.map(({ id }) => id)
}
