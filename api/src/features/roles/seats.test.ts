import { ALREADY_ON_TEAM, MEMBER_ON_TEAM } from '@dolph/contract/join-requests/join-requests'
import { changeProject, leaveTeam } from '@dolph/contract/projects/projects'
import { confirmRoles, editRole, setRoleState } from '@dolph/contract/roles/roles'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createMemberFixture,
  createPostFixture,
  createRoleFixture,
} from '../../testing/fixtures.ts'
import {
  startJoinRequestsApp,
  type JoinRequestsApp,
} from '../join-requests/testing/start-join-requests-app.ts'

let api: JoinRequestsApp
beforeAll(async () => {
  api = await startJoinRequestsApp()
  return () => api[Symbol.asyncDispose]()
})

describe('a member has one seat of a project', () => {
  test('and is not accepted for a second role', async () => {
    const { ada, bob } = api
    const { post, role } = await api.createRole(ada, { seats: 2 })
    const second = await createRoleFixture(api.db, post, { seats: 2 })
    const [one, other] = [await bob.ask(role), await bob.ask(second)]
    await ada.answer(one._id, 'accept')
    const reply = await ada.tryToAnswer(other._id, 'accept')
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { message: MEMBER_ON_TEAM }])
    expect([await readRole(role), await readRole(second)]).toEqual([
      { state: 'open', filled: 1 },
      { state: 'open', filled: 0 },
    ])
    expect((await ada.answer(other._id, 'decline')).state).toBe('declined')
  })

  test('also of a request and an invitation that are accepted at once', async () => {
    const { ada, carla } = api
    const { post, role } = await api.createRole(ada, { seats: 2 })
    const second = await createRoleFixture(api.db, post, { seats: 2 })
    await api.makeOpenToJoin(carla)
    const [asked, invited] = [await carla.ask(role), await ada.invite(second, carla)]
    const replies = await Promise.all([
      ada.tryToAnswer(asked._id, 'accept'),
      carla.tryToAnswer(invited._id, 'accept'),
    ])
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    const refused = replies.find(({ statusCode }) => statusCode === 409)
    expect([MEMBER_ON_TEAM, ALREADY_ON_TEAM]).toContain(
      refused?.json<{ message: string }>().message,
    )
    const filled = [await readRole(role), await readRole(second)].map((each) => each.filled)
    expect(new Set(filled)).toEqual(new Set([0, 1]))
  })
})

describe('a seat that becomes free', () => {
  test('does not open the role, but an owner can; a member who left takes a seat again', async () => {
    const { ada, bob } = api
    const { post, role } = await api.createRole(ada, { seats: 1 })
    await ada.answer((await bob.ask(role))._id, 'accept')
    expect(await readRole(role)).toEqual({ state: 'filled', filled: 1 })
    await bob.call(leaveTeam, { params: { id: post, userId: bob.id } })
    expect(await readRole(role)).toEqual({ state: 'filled', filled: 0 })
    await ada.call(editRole, { params: { id: role }, body: { title: 'Designer' } })
    expect(await readRole(role)).toEqual({ state: 'filled', filled: 0 })

    await ada.call(setRoleState, { params: { id: role }, body: { state: 'open' } })
    await ada.answer((await bob.ask(role))._id, 'accept')
    expect(await readRole(role)).toEqual({ state: 'filled', filled: 1 })
  })

  test('is that of an erased member, too', async () => {
    const { ada, db } = api
    const { post, role } = await api.createRole(ada, { seats: 9 })
    const members = await Promise.all(
      Array.from({ length: 9 }, async (_, n) => createMemberFixture(db, `erased-${n}`)),
    )
    for (const memberId of members) await takePlace(post, memberId, role)
    expect((await readRole(role)).filled).toBe(9)
    await db.deleteFrom('members').where('id', 'in', members.slice(0, 2)).execute()
    expect((await readRole(role)).filled).toBe(7)
  })
})

test('the seats taken of a role are the members of the team who hold one, after any changes', async () => {
  const { ada, db } = api
  let run = 0
  const action = fc.record({
    kind: fc.constantFrom('join', 'leave', 'erase', 'delete role'),
    member: fc.nat({ max: 3 }),
    role: fc.nat({ max: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 15 }), async (actions) => {
      run += 1
      const post = await createPostFixture(db, ada.id)
      const roles = [
        await createRoleFixture(db, post, { seats: 9 }),
        await createRoleFixture(db, post, { seats: 9 }),
      ]
      const members = await Promise.all(
        [0, 1, 2, 3].map(async (n) => createMemberFixture(db, `run-${run}-${n}`)),
      )
      for (const each of actions) {
        await change(each.kind, post, members[each.member] ?? '', roles[each.role] ?? '')
        const { rows } = await sql`
          select from roles where post_id = ${post} and filled <> (
            select count(*) from team_members where role_id = roles.id and left_at is null)`.execute(
          db,
        )
        expect(rows).toEqual([])
      }
    }),
    { numRuns: 15 },
  )
})

describe('a full role is not opened', () => {
  test('by its project, by a confirmation, or after its seats were lowered while it was paused', async () => {
    const { ada, bob } = api
    const { post, role } = await api.createRole(ada, { seats: 2 })
    await ada.answer((await bob.ask(role))._id, 'accept')
    await ada.call(setRoleState, { params: { id: role }, body: { state: 'paused' } })
    await ada.call(editRole, { params: { id: role }, body: { seats: 1 } })
    expect(await readRole(role)).toEqual({ state: 'filled', filled: 1 })

    await setPaused(role, 'project')
    await ada.call(changeProject, { params: { id: post }, body: { state: 'paused' } })
    await ada.call(changeProject, { params: { id: post }, body: { state: 'building' } })
    expect(await readRole(role)).toEqual({ state: 'filled', filled: 1 })

    await setPaused(role, 'unanswered')
    await ada.call(confirmRoles, { body: { ids: [role] } })
    expect(await readRole(role)).toEqual({ state: 'filled', filled: 1 })
  })
})

async function change(kind: string, post: string, member: string, role: string): Promise<void> {
  const { db } = api
  if (kind === 'join') await takePlace(post, member, role)
  if (kind === 'erase') await db.deleteFrom('members').where('id', '=', member).execute()
  if (kind === 'delete role') await db.deleteFrom('roles').where('id', '=', role).execute()
  if (kind === 'leave') {
    await db
      .updateTable('team_members')
      .set({ left_at: sql`now()` })
      .where('post_id', '=', post)
      .where('member_id', '=', member)
      .execute()
  }
}

/** Nothing happens if the member or the role are gone. */
async function takePlace(post: string, member: string, role: string): Promise<void> {
  await sql`
    insert into team_members (post_id, member_id, role_id, role_title)
    select ${post}, members.id, roles.id, 'Maker' from members, roles where members.id = ${member} and roles.id = ${role}
    on conflict (post_id, member_id) do update set role_id = excluded.role_id, left_at = null`.execute(
    api.db,
  )
}

async function setPaused(role: string, by: 'project' | 'unanswered'): Promise<void> {
  await api.db
    .updateTable('roles')
    .set({ state: 'paused', paused_by: by })
    .where('id', '=', role)
    .execute()
}

async function readRole(id: string) {
  return api.db
    .selectFrom('roles')
    .select(['state', 'filled'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
