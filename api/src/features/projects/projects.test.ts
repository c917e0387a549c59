import { getViewer } from '@dolph/contract/accounts/viewer'
import { browsePosts } from '@dolph/contract/posts/posts'
import {
  changeProject,
  changeTeamMember,
  leaveTeam,
  listTeam,
  readProject,
} from '@dolph/contract/projects/projects'
import { blockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createPostFixture, createRoleFixture } from '../../testing/fixtures.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'

let api: Awaited<ReturnType<typeof startApp>>
let ada: Awaited<ReturnType<typeof signIn>>
let bo: Awaited<ReturnType<typeof signIn>>
let cleo: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  ;[ada, bo, cleo] = [await signIn('ada'), await signIn('bob'), await signIn('cleo')]
  return () => api[Symbol.asyncDispose]()
})

test('a post without details of a project has one with defaults, and none in the feed', async () => {
  const id = await createPostFixture(api.db, ada.id)
  const nothing = { state: null, topics: [], replyDays: 7, isListed: true }
  expect((await ada.call(readProject, { params: { id } })).data).toEqual({
    ...nothing,
    isOwner: true,
  })
  expect((await bo.call(readProject, { params: { id } })).data).toEqual({
    ...nothing,
    isOwner: false,
  })
  expect(await readGlance(id)).toBeNull()
})

test('an absent field stays', async () => {
  const id = await createPostFixture(api.db, ada.id)
  await ada.call(changeProject, { params: { id }, body: { state: 'idea', topics: ['games'] } })
  await ada.call(changeProject, { params: { id }, body: { replyDays: 2 } })
  const { data } = await ada.call(changeProject, { params: { id }, body: { isListed: false } })
  expect(data).toEqual({
    state: 'idea',
    topics: ['games'],
    replyDays: 2,
    isListed: false,
    isOwner: true,
  })
})

test('a paused project pauses its open roles, and opens those again that it paused', async () => {
  const id = await createPostFixture(api.db, ada.id)
  const open = await createRoleFixture(api.db, id)
  const paused = await createRoleFixture(api.db, id, { state: 'paused' })
  const closed = await createRoleFixture(api.db, id, { state: 'closed' })
  const setState = (state: 'paused' | 'building') =>
    ada.call(changeProject, { params: { id }, body: { state } })

  await setState('paused')
  expect(await readStates([open, paused, closed])).toEqual(['paused', 'paused', 'closed'])
  expect(await readGlance(id)).toMatchObject({ state: 'paused', openRoles: 0, skills: [] })
  await setState('paused')
  await setState('building')
  expect(await readStates([open, paused, closed])).toEqual(['open', 'paused', 'closed'])
  expect(await readGlance(id)).toMatchObject({ openRoles: 1, skills: ['React', 'Go'] })
  expect(await readEvents('project.state-changed', id)).toHaveLength(2)
})

test('only the author and co-owners change a project; to others a hidden post does not exist', async () => {
  const id = await createPostFixture(api.db, ada.id)
  await addToTeam(id, bo.id, true)
  await addToTeam(id, cleo.id)
  const change = { params: { id }, body: { state: 'shipped' } } as const
  expect((await bo.call(changeProject, change)).data.isOwner).toBe(true)
  const refused = await cleo.send(changeProject, change)
  expect([refused.statusCode, refused.json()]).toMatchObject([404, { message: 'Post not found' }])

  await api.db
    .updateTable('posts')
    .set({ hidden_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  const replies = await Promise.all([
    bo.send(changeProject, change),
    bo.send(readProject, { params: { id } }),
    cleo.send(listTeam, { params: { id } }),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  await ada.call(changeProject, change)
})

test('a co-owner who is blocked writes nothing, and a blocked member is not made a co-owner', async () => {
  const id = await createPostFixture(api.db, ada.id)
  const dora = await signIn('dora')
  await addToTeam(id, dora.id, true)
  await dora.call(changeProject, { params: { id }, body: { state: 'idea' } })
  await ada.call(blockMember, { params: { id: dora.id } })

  const change = await dora.send(changeProject, { params: { id }, body: { state: 'shipped' } })
  expect(change.statusCode).toBe(404)
  const params = { id, userId: dora.id }
  await ada.call(changeTeamMember, { params, body: { isCoOwner: false } })
  const again = await ada.send(changeTeamMember, { params, body: { isCoOwner: true } })
  expect([again.statusCode, again.json()]).toMatchObject([404, { message: 'User not found' }])
})

test('the team lists its author first; only the author names co-owners', async () => {
  const id = await createPostFixture(api.db, ada.id)
  await addToTeam(id, bo.id)
  await addToTeam(id, cleo.id)
  const params = { id, userId: bo.id }
  const byOther = await cleo.send(changeTeamMember, { params, body: { isCoOwner: true } })
  expect(byOther.statusCode).toBe(404)
  const { data } = await ada.call(changeTeamMember, { params, body: { isCoOwner: true } })
  expect(
    data.map(({ person, role, isAuthor, isCoOwner }) => [
      person.userName,
      role,
      isAuthor,
      isCoOwner,
    ]),
  ).toEqual([
    ['ada', null, true, false],
    ['bob', 'Developer', false, true],
    ['cleo', 'Developer', false, false],
  ])
  const byCoOwner = await bo.send(changeTeamMember, {
    params: { id, userId: cleo.id },
    body: { isCoOwner: true },
  })
  expect(byCoOwner.statusCode).toBe(404)
})

test('a member who leaves, or is removed by an owner, no longer counts and is notified once', async () => {
  const id = await createPostFixture(api.db, ada.id)
  await addToTeam(id, bo.id)
  await addToTeam(id, cleo.id)
  expect(await readGlance(id)).toMatchObject({ teamSize: 2 })

  const byOther = await bo.send(leaveTeam, { params: { id, userId: cleo.id } })
  expect(byOther.statusCode).toBe(404)
  await bo.call(leaveTeam, { params: { id, userId: bo.id } })
  const { data } = await ada.call(leaveTeam, { params: { id, userId: cleo.id } })
  expect(data).toHaveLength(1)
  const again = await ada.send(leaveTeam, { params: { id, userId: cleo.id } })
  expect([again.statusCode, again.json()]).toMatchObject([404, { message: 'User not found' }])
  expect(await readGlance(id)).toMatchObject({ teamSize: 0 })
  expect(await readEvents('team.changed', id)).toEqual([
    { actor_id: bo.id, data: { memberIds: [bo.id] } },
    { actor_id: ada.id, data: { memberIds: [cleo.id] } },
  ])
})

test('a member who leaves the team of a hidden post does not read it', async () => {
  const id = await createPostFixture(api.db, ada.id)
  await addToTeam(id, bo.id)
  await addToTeam(id, cleo.id)
  await sql`update posts set hidden_at = now() where id = ${id}`.execute(api.db)
  const { data } = await bo.call(leaveTeam, { params: { id, userId: bo.id } })
  expect(data).toEqual([])
  const again = await bo.send(leaveTeam, { params: { id, userId: bo.id } })
  expect([again.statusCode, again.json()]).toMatchObject([404, { message: 'Post not found' }])
  const byAuthor = await ada.call(leaveTeam, { params: { id, userId: cleo.id } })
  expect(byAuthor.data).toHaveLength(1)
})

async function signIn(userName: string) {
  const browser = await signInNewMember(api, userName)
  return { ...browser, id: (await browser.call(getViewer, {}))._id }
}

async function addToTeam(postId: string, memberId: string, isCoOwner = false) {
  const row = { post_id: postId, member_id: memberId, role_title: 'Developer' }
  await api.db
    .insertInto('team_members')
    .values({ ...row, is_co_owner: isCoOwner })
    .execute()
}

async function readEvents(kind: string, postId: string) {
  return api.db
    .selectFrom('events')
    .select(['actor_id', 'data'])
    .where('kind', '=', kind)
    .where('subject_id', '=', postId)
    .orderBy('id')
    .execute()
}

async function readStates(ids: string[]) {
  const rows = await api.db
    .selectFrom('roles')
    .select(['id', 'state'])
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.state)
}

async function readGlance(postId: string) {
  const { data } = await ada.call(browsePosts, { querystring: { limit: '100' } })
  return data.find(({ _id }) => _id === postId)?.project
}
