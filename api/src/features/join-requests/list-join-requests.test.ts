import { beforeAll, describe, expect, test } from 'vitest'
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

describe('the list of join requests', () => {
  test('has requests for one’s own roles, as a co-owner too, and invitations; in pages, the newest first', async () => {
    const { ada, bob, carla } = api
    const own = await api.createRole(ada, { seats: 3 })
    const shared = await api.createRole(bob, { seats: 3 })
    await api.addToTeam(shared.post, ada, true)
    await api.makeOpenToJoin(ada)
    const toOther = await api.createRole(carla)
    const dora = await api.signIn('dora')
    const ids = [
      (await bob.ask(own.role))._id,
      (await carla.ask(shared.role))._id,
      (await carla.invite(toOther.role, ada))._id,
      (await dora.ask(own.role))._id,
      (await dora.ask(shared.role))._id,
    ].toReversed()
    const sent = await ada.ask((await api.createRole(carla)).role)
    await api.makeOpenToJoin(carla)
    const invited = await ada.invite(own.role, carla)

    expect(await readAll(ada, 'received', '2')).toEqual(ids)
    expect(await readAll(ada, 'sent', '1')).toEqual([invited._id, sent._id])
    expect(await ada.list()).toMatchObject({ waitingCount: 5, nextCursor: null })
    expect(await readAll(bob, 'sent', '9')).toEqual([ids[4]])
    // The requests for bob's own post, of which one is carla's and one dora's.
    expect(await readAll(bob, 'received', '9')).toEqual([ids[0], ids[3]])

    await ada.answer(ids[1] ?? '', 'decline')
    await ada.answer(ids[4] ?? '', 'talk')
    const waiting = await ada.list({ state: 'waiting' })
    // All are due at about the same time, so the first comes first; talks have no date.
    expect(waiting.data.map(({ _id }) => _id)).toEqual([ids[3], ids[2], ids[0], ids[4]])
    expect(waiting.waitingCount).toBe(3)
    expect(waiting.data.map(({ canAnswer, canWithdraw }) => [canAnswer, canWithdraw])).toEqual(
      waiting.data.map(() => [true, false]),
    )
  })

  test('tells owners how well the person fits, and nobody else', async () => {
    const { ada } = api
    const { role } = await api.createRole(ada, { skills: ['React', 'Go'] })
    const eve = await api.signIn('eve')
    await api.db
      .insertInto('profiles')
      .values({ member_id: eve.id, skills: ['reactjs'] })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ skills: ['reactjs'] }))
      .execute()
    await api.makeOpenToJoin(eve)
    const { _id } = await eve.ask(role)
    const request = await ada.read(_id)
    expect(request.fit).toMatchObject({
      skills: { had: ['React'], missing: ['Go'] },
      hours: { offered: 6, points: 25 },
    })
    expect((await ada.list()).data[0]).toEqual(request)
    expect((await eve.read(_id)).fit).toBeNull()
  })
})

test('the fit counts the hours of the request, not those that the profile offers', async () => {
  const { ada } = api
  const { role } = await api.createRole(ada)
  const fay = await api.signIn('fay')
  await api.makeOpenToJoin(fay)
  await api.db
    .updateTable('availabilities')
    .set({ hours: 2 })
    .where('member_id', '=', fay.id)
    .execute()
  const { _id } = await fay.ask(role)
  expect(await ada.read(_id)).toMatchObject({ hours: 6, fit: { hours: { offered: 6 } } })
})

test('open requests are listed by their deadline, those in talks last, in pages of any size', async () => {
  const { ada } = api
  const owner = await api.signIn('deadline-owner')
  const { role } = await api.createRole(owner, { seats: 9 })
  const ids: string[] = []
  for (const name of ['late', 'talks', 'soon', 'same']) {
    ids.push((await (await api.signIn(`deadline-${name}`)).ask(role))._id)
  }
  const [late = '', talks = '', soon = '', same = ''] = ids
  const due = { [late]: '2100-01-03', [soon]: '2100-01-01', [same]: '2100-01-01' }
  for (const [id, day] of Object.entries(due)) {
    // Within one millisecond, which a cursor cannot tell apart.
    const due_at = `${day}T12:00:00.000${id === same ? 9 : 1}00Z`
    await api.db.updateTable('join_requests').set({ due_at }).where('id', '=', id).execute()
  }
  await owner.answer(talks, 'talk')
  const expected = [soon, same, late, talks]
  expect(await readAll(owner, 'received', '9', 'waiting')).toEqual(expected)
  expect(await readAll(owner, 'received', '1', 'waiting')).toEqual(expected)
  expect(await readAll(owner, 'received', '9')).toEqual(ids.toReversed())
  expect(await readAll(ada, 'sent', '1', 'waiting')).toHaveLength(2)
})

async function readAll(
  member: JoiningMember,
  box: string,
  limit: string,
  state = 'all',
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await member.list({ box, limit, state, ...(cursor !== undefined && { cursor }) })
    ids.push(...page.data.map(({ _id }) => _id))
    cursor = page.nextCursor
  }
  return ids
}

test('the titles of a hidden post are for its author alone, in the list and in the request', async () => {
  const { bob } = api
  const [author, coOwner] = [await api.signIn('hidden-author'), await api.signIn('hidden-co-owner')]
  const { post, role } = await api.createRole(author, { title: 'Pill seller' })
  await api.addToTeam(post, coOwner, true)
  const { _id } = await bob.ask(role)
  await api.db
    .updateTable('posts')
    .set({ hidden_at: new Date().toISOString() })
    .where('id', '=', post)
    .execute()
  const hidden = { _id, role: { _id: role, title: '' }, post: { _id: post, title: '' } }
  expect(await bob.read(_id)).toMatchObject(hidden)
  expect((await bob.list({ box: 'sent', limit: '1' })).data).toMatchObject([hidden])
  expect((await author.list()).data).toMatchObject([{ role: { title: 'Pill seller' } }])
  expect((await coOwner.list()).data).toEqual([])

  await api.db.updateTable('posts').set({ hidden_at: null }).where('id', '=', post).execute()
  expect(await bob.read(_id)).toMatchObject({ role: { title: 'Pill seller' } })

  await api.db
    .updateTable('posts')
    .set({ hidden_at: new Date().toISOString() })
    .where('id', '=', post)
    .execute()
  await api.db.deleteFrom('posts').where('id', '=', post).execute()
  expect(await bob.read(_id)).toMatchObject({ role: { title: '' }, post: { title: '' } })
})
