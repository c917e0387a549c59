import * as contract from '@dolph/contract/join-requests/join-requests'
import { leaveTeam } from '@dolph/contract/projects/projects'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createJoinRequestFixture, createMemberFixture } from '../../testing/fixtures.ts'
import { startJoinRequestsApp, type JoinRequestsApp } from './testing/start-join-requests-app.ts'

let api: JoinRequestsApp
beforeAll(async () => {
  api = await startJoinRequestsApp()
  return () => api[Symbol.asyncDispose]()
})

describe("let's talk", () => {
  test('sends the words of the member to the other side, and stops the clock of the request', async () => {
    const { ada, bob, db } = api
    const { post, role } = await api.createRole(ada, { title: 'Frontend' })
    const request = await bob.ask(role)
    const answered = await ada.answer(request._id, 'talk', { message: 'Is Sunday fine?' })
    expect(answered).toMatchObject({ state: 'talking', canAnswer: true, canWithdraw: false })
    expect(answered.answeredAt).not.toBeNull()
    expect(await readMessages(ada.id)).toEqual(['Is Sunday fine?'])
    const { about } = await db.selectFrom('messages').select('about').executeTakeFirstOrThrow()
    expect(about).toMatchObject({ post, role })
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from next_at - now()) / 86400)::integer as days
      from join_requests where id = ${request._id}`.execute(db)
    expect(rows).toEqual([{ days: contract.QUIET_TALK_DAYS }])

    const again = await ada.tryToAnswer(request._id, 'talk')
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { message: contract.ANSWERED_TEXTS.talking },
    ])
    expect(await readMessages(ada.id)).toHaveLength(1)
  })

  test('of an invited member goes to who invited them', async () => {
    const { ada, db } = api
    const { role } = await api.createRole(ada, { title: 'Frontend' })
    const dora = await api.signIn('dora')
    await api.makeOpenToJoin(dora)
    const { _id } = await ada.invite(role, dora)
    await dora.answer(_id, 'talk', { message: 'What is it about?' })
    expect(await readMessages(dora.id)).toEqual(['What is it about?'])
    expect(await dora.answer(_id, 'accept')).toMatchObject({ state: 'accepted', canAnswer: false })
    const team = await db
      .selectFrom('team_members')
      .select('member_id')
      .where('role_id', '=', role)
      .execute()
    expect(team).toEqual([{ member_id: dora.id }])
  })

  test('without a message is refused, and the clock of the request goes on', async () => {
    const { ada, carla } = api
    const { role } = await api.createRole(ada)
    const { _id } = await carla.ask(role)
    const body = { answer: 'talk' } as const
    const reply = await ada.send(contract.answerJoinRequest, { params: { id: _id }, body })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      400,
      { fields: { message: 'Message is required' } },
    ])
    expect(await api.readState(_id)).toEqual({ state: 'waiting', reason: null })
  })

  test('sent twice under one key is one message; other words under it are refused', async () => {
    const { carla } = api
    const owner = await api.signIn('repeating-owner')
    const { role } = await api.createRole(owner)
    const { _id } = await carla.ask(role)
    const fields = { message: 'Is Sunday fine?', tempId: 'temp-repeated' }
    const first = await owner.answer(_id, 'talk', fields)
    expect(await owner.answer(_id, 'talk', fields)).toEqual(first)
    for (const changed of [{ message: 'And Monday?' }, { tempId: 'temp-another-one' }]) {
      const reply = await owner.tryToAnswer(_id, 'talk', { ...fields, ...changed })
      expect(reply.statusCode).toBe(409)
    }
    expect(await readMessages(owner.id)).toEqual(['Is Sunday fine?'])
  })

  test('is refused while messages are closed to the owner, and changes nothing', async () => {
    const { bob } = api
    const owner = await api.signIn('limited-owner')
    const { role } = await api.createRole(owner)
    const { _id } = await bob.ask(role)
    await api.db
      .updateTable('members')
      .set({ messaging_limited_until: '2099-01-01' })
      .where('id', '=', owner.id)
      .execute()
    const reply = await owner.tryToAnswer(_id, 'talk')
    expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'limited' }])
    expect(await api.readState(_id)).toEqual({ state: 'waiting', reason: null })
    expect((await owner.answer(_id, 'decline')).state).toBe('declined')
  })
})

describe('welcome aboard', () => {
  test('takes a seat, puts the person on the team, and the last seat declines those who wait', async () => {
    const { ada, bob, carla, db } = api
    const { post, role } = await api.createRole(ada, { seats: 2 })
    const [first, second] = [await bob.ask(role), await carla.ask(role)]
    const dora = await api.signIn('waiting-dora')
    const third = await dora.ask(role)
    await ada.answer(first._id, 'accept')
    expect(await readRole(role)).toEqual({ state: 'open', filled: 1 })
    await ada.answer(second._id, 'talk')
    await ada.answer(second._id, 'accept')
    expect(await readRole(role)).toEqual({ state: 'filled', filled: 2 })
    expect(await dora.read(third._id)).toMatchObject({
      state: 'declined',
      reason: 'filled',
      answeredAt: null,
    })
    const { team_size: teamSize, open_roles: openRoles } = await db
      .selectFrom('projects')
      .select(['team_size', 'open_roles'])
      .where('post_id', '=', post)
      .executeTakeFirstOrThrow()
    expect([teamSize, openRoles]).toEqual([2, 0])
    const { rows: terms } = await sql`select from open_role_terms where role_id = ${role}`.execute(
      db,
    )
    expect(terms).toEqual([])
    const events = await db
      .selectFrom('events')
      .select(['kind', 'data'])
      .where('subject_id', '=', post)
      .execute()
    expect(events).toEqual([
      { kind: 'team.changed', data: { memberIds: [bob.id] } },
      { kind: 'team.changed', data: { memberIds: [carla.id] } },
    ])
    expect(await readEventKinds(first._id)).toEqual([
      'join-request.created',
      'join-request.answered',
    ])
    expect(await readEventKinds(third._id)).toEqual(['join-request.created', 'join-request.ended'])
  })

  test('is possible again for who has left the team', async () => {
    const { ada, bob } = api
    const { post, role } = await api.createRole(ada, { seats: 2 })
    await ada.answer((await bob.ask(role))._id, 'accept')
    await bob.call(leaveTeam, { params: { id: post, userId: bob.id } })
    const again = await bob.ask(role)
    expect(again.state).toBe('waiting')
    expect(await ada.answer(again._id, 'accept')).toMatchObject({ state: 'accepted' })
    expect(await readRole(role)).toEqual({ state: 'open', filled: 1 })
  })

  test('gives the last seat once, of twenty owners who accept at once', async () => {
    const { ada, db } = api
    const { post, role } = await api.createRole(ada, { seats: 1 })
    const requests: string[] = []
    for (let n = 0; n < 20; n += 1) {
      const memberId = await createMemberFixture(db, `seat-${n}`)
      requests.push(await createJoinRequestFixture(db, { roleId: role, memberId }))
    }
    const replies = await Promise.all(requests.map((id) => ada.tryToAnswer(id, 'accept')))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const messages = replies
      .filter(({ statusCode }) => statusCode !== 200)
      .map((reply) => reply.json<{ message: string }>().message)
    expect(new Set(messages)).toEqual(new Set([contract.ANSWERED_TEXTS.declined]))
    expect(await readRole(role)).toEqual({ state: 'filled', filled: 1 })
    const states = await db
      .selectFrom('join_requests')
      .select(['state', sql<number>`count(*)`.as('count')])
      .where('role_id', '=', role)
      .groupBy('state')
      .orderBy('state')
      .execute()
    expect(states).toEqual([
      { state: 'accepted', count: 1 },
      { state: 'declined', count: 19 },
    ])
    const team = await db
      .selectFrom('team_members')
      .selectAll()
      .where('post_id', '=', post)
      .execute()
    expect(team).toHaveLength(1)
  })

  test('is refused to those in talks when the last seat is taken', async () => {
    const { ada, bob, carla } = api
    const { role } = await api.createRole(ada)
    const [first, second] = [await bob.ask(role), await carla.ask(role)]
    await ada.answer(second._id, 'talk')
    await ada.answer(first._id, 'accept')
    const reply = await ada.tryToAnswer(second._id, 'accept')
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { message: contract.ROLE_FILLED }])
    expect((await carla.read(second._id)).state).toBe('talking')
  })

  test('of somebody who left and asks again uses their place', async () => {
    const { ada, bob, db } = api
    const { post, role } = await api.createRole(ada, { seats: 2 })
    await api.addToTeam(post, bob, true)
    await sql`update team_members set left_at = now() where post_id = ${post}`.execute(db)
    const { _id } = await bob.ask(role)
    await ada.answer(_id, 'accept')
    const rows = await db
      .selectFrom('team_members')
      .select(['member_id', 'role_id', 'is_co_owner', 'left_at'])
      .where('post_id', '=', post)
      .execute()
    expect(rows).toEqual([{ member_id: bob.id, role_id: role, is_co_owner: false, left_at: null }])
  })
})

describe('an answer', () => {
  test('of two owners at once is that of one, and a sign of life of the project', async () => {
    const { ada, bob, carla, db } = api
    const { post, role } = await api.createRole(ada)
    await api.addToTeam(post, carla, true)
    await sql`update roles set confirmed_on = '2026-01-01' where id = ${role}`.execute(db)
    const { _id } = await bob.ask(role)
    const replies = await Promise.all([
      ada.tryToAnswer(_id, 'decline'),
      carla.tryToAnswer(_id, 'accept'),
    ])
    expect(replies.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409'])
    const winner = replies.find(({ statusCode }) => statusCode === 200)
    expect(winner?.json()).toMatchObject({ data: await ada.read(_id) })
    const { rows } = await sql<{ isAlive: boolean }>`
      select confirmed_on > '2026-01-01' or state = 'filled' as "isAlive" from roles where id = ${role}`.execute(
      db,
    )
    expect(rows).toEqual([{ isAlive: true }])
  })

  test('is for owners, of an invitation for the member; a withdrawal for the other side', async () => {
    const { ada, bob, carla } = api
    const { role } = await api.createRole(ada)
    const request = await bob.ask(role)
    await api.makeOpenToJoin(carla)
    const invitation = await ada.invite(role, carla)
    const refused = await Promise.all([
      bob.tryToAnswer(request._id, 'accept'),
      carla.tryToAnswer(request._id, 'accept'),
      ada.tryToWithdraw(request._id),
      carla.tryToRead(request._id),
      ada.tryToAnswer(invitation._id, 'accept'),
      bob.tryToAnswer(invitation._id, 'accept'),
      carla.tryToWithdraw(invitation._id),
      bob.tryToRead(invitation._id),
    ])
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 404))
    expect((await ada.tryToWithdraw(invitation._id)).statusCode).toBe(200)
    expect((await bob.tryToWithdraw(request._id)).statusCode).toBe(200)
    expect(await readEventKinds(request._id)).toEqual([
      'join-request.created',
      'join-request.withdrawn',
    ])
    const late = await ada.tryToAnswer(request._id, 'accept')
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { message: contract.ANSWERED_TEXTS.withdrawn },
    ])
  })
})

async function readMessages(senderId: string): Promise<string[]> {
  const rows = await api.db
    .selectFrom('messages')
    .select('content')
    .where('sender_id', '=', senderId)
    .orderBy('id')
    .execute()
  return rows.map(({ content }) => content)
}

async function readEventKinds(request: string): Promise<string[]> {
  const events = api.db.selectFrom('events').select('kind').where('subject_id', '=', request)
  return (await events.orderBy('id').execute()).map(({ kind }) => kind)
}

async function readRole(id: string) {
  return api.db
    .selectFrom('roles')
    .select(['state', 'filled'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
