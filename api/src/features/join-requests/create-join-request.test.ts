import { randomUUID } from 'node:crypto'
import * as contract from '@dolph/contract/join-requests/join-requests'
import { blockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import {
  NOTE,
  startJoinRequestsApp,
  type JoinRequestsApp,
} from './testing/start-join-requests-app.ts'

let api: JoinRequestsApp
beforeAll(async () => {
  api = await startJoinRequestsApp()
  return () => api[Symbol.asyncDispose]()
})

const DAY_MS = 86_400_000

describe('a request to join', () => {
  test('waits for the owner as long as the project says', async () => {
    const { ada, bob, db } = api
    const { post, role } = await api.createRole(ada, { title: 'Frontend' })
    await db.updateTable('projects').set({ reply_days: 2 }).where('post_id', '=', post).execute()
    const request = await bob.ask(role)
    expect(request).toMatchObject({
      role: { _id: role, title: 'Frontend' },
      post: { _id: post, title: 'Tide' },
      person: { _id: bob.id },
      owner: { _id: ada.id },
      fromOwner: false,
      note: NOTE,
      hours: 6,
      state: 'waiting',
      reason: null,
      answer: '',
      answeredAt: null,
      fit: null,
      canAnswer: false,
      canWithdraw: true,
    })
    expect(Date.parse(request.dueAt) - Date.parse(request.createdAt)).toBe(2 * DAY_MS)
    const { next_at: nextAt } = await db
      .selectFrom('join_requests')
      .select('next_at')
      .where('id', '=', request._id)
      .executeTakeFirstOrThrow()
    expect(Date.parse(nextAt) - Date.parse(request.createdAt)).toBe(DAY_MS)
    expect(await ada.read(request._id)).toMatchObject({
      canAnswer: true,
      canWithdraw: false,
      fit: { score: null },
    })
  })

  test('of a double click is one, and another text under its key is a conflict', async () => {
    const { ada, bob } = api
    const { role } = await api.createRole(ada)
    const draft = { note: NOTE, hours: 6, tempId: `temp-${randomUUID()}` }
    const replies = await Promise.all(Array.from({ length: 6 }, () => bob.tryToAsk(role, draft)))
    const ids = replies.map((reply) => reply.json<{ data: { _id: string } }>().data._id)
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 201))
    expect(new Set(ids).size).toBe(1)
    const other = await bob.tryToAsk(role, { ...draft, hours: 7 })
    expect([other.statusCode, other.json()]).toEqual([
      409,
      { success: false, code: 'conflict', message: contract.JOIN_REQUEST_ALREADY_SENT },
    ])
    const events = await api.db
      .selectFrom('events')
      .select(['kind', 'actor_id'])
      .where('subject_id', '=', ids[0] ?? '')
      .execute()
    expect(events).toEqual([{ kind: 'join-request.created', actor_id: bob.id }])
  })

  test('with two keys at once for one role is one, and the same key for two roles too', async () => {
    const { ada, bob } = api
    const [one, two] = [await api.createRole(ada), await api.createRole(ada)]
    const sameRole = await Promise.all([bob.tryToAsk(one.role), bob.tryToAsk(one.role)])
    expect(listCodes(sameRole)).toEqual(['201', '409'])
    const draft = { note: NOTE, hours: 6, tempId: `temp-${randomUUID()}` }
    const { role } = await api.createRole(ada)
    const sameKey = await Promise.all([bob.tryToAsk(two.role, draft), bob.tryToAsk(role, draft)])
    expect(listCodes(sameKey)).toEqual(['201', '409'])
  })

  test.each([
    ['a paused role', { state: 'paused' }, 409, contract.ROLE_NOT_OPEN],
    ['a closed role', { state: 'closed' }, 409, contract.ROLE_NOT_OPEN],
    ['a filled role', { state: 'filled', seats: 1, filled: 1 }, 409, contract.ROLE_FILLED],
  ] as const)('for %s is refused', async (_, fields, status, message) => {
    const { role } = await api.createRole(api.ada, fields)
    const reply = await api.bob.tryToAsk(role)
    expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([status, message])
  })

  test('is refused for the caller’s own project, as a co-owner, on the team, twice, blocked or hidden', async () => {
    const { ada, bob, carla, db } = api
    const { post, role } = await api.createRole(ada)
    await api.addToTeam(post, carla, true)
    const member = await api.signIn('on-team')
    await api.addToTeam(post, member)
    const asking = await api.signIn('asking')
    await asking.ask(role)
    const blocked = await api.signIn('blocked')
    await ada.call(blockMember, { params: { id: blocked.id } })
    const blocking = await api.signIn('blocking')
    await blocking.call(blockMember, { params: { id: ada.id } })
    const refusals = [
      [ada, 403, contract.CANNOT_ASK],
      [carla, 403, contract.CANNOT_ASK],
      [member, 409, contract.ALREADY_ON_TEAM],
      [asking, 409, contract.ALREADY_ASKED],
      [blocked, 403, contract.CANNOT_ASK],
      [blocking, 403, contract.CANNOT_ASK],
    ] as const
    for (const [person, status, message] of refusals) {
      const reply = await person.tryToAsk(role)
      expect([
        person.userName,
        reply.statusCode,
        reply.json<{ message: string }>().message,
      ]).toEqual([person.userName, status, message])
    }
    await db
      .updateTable('posts')
      .set({ hidden_at: sql`now()` })
      .where('id', '=', post)
      .execute()
    const hidden = await bob.tryToAsk(role)
    const unknown = await bob.tryToAsk(randomUUID())
    expect([hidden.statusCode, hidden.json()]).toEqual([404, unknown.json()])
  })
})

describe('limits, also by parallel calls', () => {
  test('a member has ten open requests, and asks ten times a day', async () => {
    const { ada } = api
    const eager = await api.signIn('eager')
    const roles = await Promise.all(Array.from({ length: 14 }, () => api.createRole(ada)))
    const replies = await Promise.all(roles.slice(0, 13).map(({ role }) => eager.tryToAsk(role)))
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
    const refused = replies.filter(({ statusCode }) => statusCode !== 201)
    expect(
      refused.map((reply) => [reply.statusCode, reply.json<{ message: string }>().message]),
    ).toEqual(refused.map(() => [429, contract.TOO_MANY_OPEN_REQUESTS]))
    const created = replies.find(({ statusCode }) => statusCode === 201)
    await eager.tryToWithdraw(created?.json<{ data: { _id: string } }>().data._id ?? '')
    const eleventh = await eager.tryToAsk(roles[13]?.role ?? '')
    expect([eleventh.statusCode, eleventh.json<{ message: string }>().message]).toEqual([
      429,
      contract.TOO_MANY_REQUESTS_TODAY,
    ])
  })

  test('twenty wait for each free seat', async () => {
    const { ada, db } = api
    const { post, role } = await api.createRole(ada, { seats: 2, filled: 1 })
    await sql`insert into members (username) select 'waiting' || n from generate_series(1, 18) as n`.execute(
      db,
    )
    await sql`
      insert into join_requests (role_id, post_id, role_title, post_title, member_id, owner_id, sender_id, note, hours, due_at, next_at, temp_id, temp_digest)
      select ${role}, ${post}, 'Frontend', 'Tide', id, ${ada.id}, id, ${NOTE}, 6, now() + interval '1 day', now(), 'x', ''
      from members where username like 'waiting%'`.execute(db)
    const people = await Promise.all(Array.from({ length: 5 }, (_, n) => api.signIn(`late-${n}`)))
    const replies = await Promise.all(people.map((person) => person.tryToAsk(role)))
    expect(listCodes(replies)).toEqual(['201', '201', '409', '409', '409'])
    const refused = replies.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ message: contract.ENOUGH_REQUESTS })
  })

  test('an owner invites ten people a day', async () => {
    const owner = await api.signIn('inviting')
    const { role } = await api.createRole(owner)
    const people = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => ({
        id: await createMemberFixture(api.db, `invited-${n}`),
      })),
    )
    for (const person of people) await api.makeOpenToJoin(person)
    const replies = await Promise.all(people.map((person) => owner.tryToInvite(role, person)))
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
    const refused = replies.find(({ statusCode }) => statusCode !== 201)
    expect([refused?.statusCode, refused?.json()]).toMatchObject([
      429,
      { message: contract.TOO_MANY_INVITATIONS_TODAY },
    ])
  })
})

describe('an invitation', () => {
  test('goes to who is open to join, or shares a team or a conversation with the owner, once', async () => {
    const { ada, bob } = api
    const { post, role } = await api.createRole(ada)
    const stranger = await api.signIn('stranger')
    const refused = await ada.tryToInvite(role, stranger)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { message: contract.CANNOT_INVITE },
    ])
    await api.makeOpenToJoin(stranger)
    const invitation = await ada.invite(role, stranger)
    expect(invitation).toMatchObject({
      fromOwner: true,
      hours: null,
      person: { _id: stranger.id },
      owner: { _id: ada.id },
      canAnswer: false,
      canWithdraw: true,
    })
    expect(await stranger.read(invitation._id)).toMatchObject({
      canAnswer: true,
      canWithdraw: false,
      fit: null,
    })
    await stranger.answer(invitation._id, 'decline')
    const again = await ada.tryToInvite(role, stranger)
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { message: contract.ALREADY_INVITED },
    ])

    const teammate = await api.signIn('teammate')
    const { post: otherPost } = await api.createRole(bob)
    await api.addToTeam(otherPost, teammate)
    await api.addToTeam(otherPost, ada)
    await ada.invite(role, teammate)
    const byStranger = await stranger.tryToInvite(role, teammate)
    expect(byStranger.statusCode).toBe(404)
    await api.addToTeam(post, bob, true)
    await bob.call(blockMember, { params: { id: teammate.id } })
    expect(await api.readState((await teammate.list()).data[0]?._id ?? '')).toMatchObject({
      state: 'waiting',
    })
  })
})

function listCodes(replies: { statusCode: number }[]): string[] {
  return replies.map(({ statusCode }) => String(statusCode)).toSorted()
}
