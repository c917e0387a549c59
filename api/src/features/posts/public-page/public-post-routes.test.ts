import { buildPictureUrl } from '@dolph/contract/pictures/pictures'
import { readPublicPost } from '@dolph/contract/posts/read-public-post'
import { expect, test, vi } from 'vitest'
import {
  createMemberFixture,
  createOldMemberFixture,
  createPostFixture,
  createRoleFixture,
} from '../../../testing/fixtures.ts'
import { startTcpProxy } from '../../../testing/servers/tcp-proxy.ts'
import { createPrimaryReaders } from '../../../platform/db/standbys/readers.ts'
import { startApp } from '../../../testing/start-app.ts'
import { databaseAddress } from '../../../testing/test-database.ts'
import { hidePost } from '../hiding.ts'
import { deletePost } from '../mutations.ts'
import { setLike } from '../likes.ts'
import { countQueries } from '../../../testing/count-queries.ts'

const UNKNOWN_ID = '01932dad-55f0-7c01-9923-d974d6c5fc09'

test('a visitor reads a post with its roles, team, updates and further posts of its author', async () => {
  await using api = await startApp()
  const { db } = api
  const ada = await createMemberFixture(db, 'ada')
  const bob = await createMemberFixture(db, 'bob')
  const key = 'b'.repeat(43)
  await db.insertInto('pictures').values({ key, member_id: bob }).execute()
  await db.updateTable('members').set({ picture: key }).where('id', '=', bob).execute()
  const older = await createPostFixture(db, ada, { title: 'Ebb' })
  const hidden = await createPostFixture(db, ada, { title: 'Hidden' })
  await hidePost(db, hidden)
  const id = await createPostFixture(db, ada, { title: 'Tide', body: '**A** clock' })
  await setLike(db, { postId: id, memberId: bob }, true)
  await db
    .insertInto('projects')
    .values({ post_id: id, topics: ['maps'] })
    .execute()
  const roleId = await createRoleFixture(db, id, { title: 'Frontend' })
  await createRoleFixture(db, id, { title: 'Closed', state: 'closed' })
  await db
    .insertInto('team_members')
    .values({ post_id: id, member_id: bob, role_title: 'Designer' })
    .execute()
  for (const body of ['one', 'two', 'three', 'four'])
    await db.insertInto('updates').values({ post_id: id, author_id: ada, body }).execute()

  const { data } = await api.visitor.call(readPublicPost, { params: { id } })

  expect(data).toMatchObject({
    _id: id,
    title: 'Tide',
    body: '**A** clock',
    likeCount: 1,
    commentCount: 0,
    user: { _id: ada, userName: 'ada' },
    topics: ['maps'],
    isIndexed: false,
    roles: [{ _id: roleId, title: 'Frontend', joinRequest: null, fit: null }],
    team: [{ userName: 'bob', role: 'Designer', profilePicture: buildPictureUrl(key) }],
    repository: null,
    moreByAuthor: [{ _id: older, title: 'Ebb', type: 'showcase' }],
  })
  expect(data.updates.map(({ body }) => body)).toEqual(['four', 'three', 'two'])
  expect(Object.keys(data)).not.toContain('likes')
  expect(Object.keys(data)).not.toContain('isLiked')
  expect(Object.keys(data)).not.toContain('follow')
})

test('the team has nobody who left, deleted their account or has a block with the author', async () => {
  await using api = await startApp()
  const { db } = api
  const ada = await createMemberFixture(db, 'ada')
  const id = await createPostFixture(db, ada)
  const names = ['bob', 'left', 'deleted', 'blocked', 'blocking'] as const
  const members = new Map<string, string>()
  for (const name of names) members.set(name, await createMemberFixture(db, name))
  const at = new Date().toISOString()
  await db
    .insertInto('team_members')
    .values(
      [...members].map(([name, memberId]) => ({
        post_id: id,
        member_id: memberId,
        role_title: 'Designer',
        left_at: name === 'left' ? at : null,
      })),
    )
    .execute()
  await db
    .updateTable('members')
    .set({ deleted_at: at })
    .where('username', '=', 'deleted')
    .execute()
  await db
    .insertInto('blocks')
    .values([
      { member_id: ada, other_id: members.get('blocked') ?? '' },
      { member_id: members.get('blocking') ?? '', other_id: ada },
    ])
    .execute()

  const { data } = await api.visitor.call(readPublicPost, { params: { id } })
  expect(data.team.map(({ userName }) => userName)).toEqual(['bob'])
})

test('an unknown, a deleted and a hidden post, and that of a deleted member, are not found', async () => {
  await using api = await startApp()
  const { db } = api
  const ada = await createMemberFixture(db, 'ada')
  const bob = await createMemberFixture(db, 'bob')
  const [deleted, hidden, ofBob] = [
    await createPostFixture(db, ada),
    await createPostFixture(db, ada),
    await createPostFixture(db, bob),
  ]
  await deletePost(db, { id: deleted, authorId: ada })
  await hidePost(db, hidden)
  await db
    .updateTable('members')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', bob)
    .execute()

  for (const id of [UNKNOWN_ID, deleted, hidden, ofBob, 'no-id']) {
    const reply = await api.visitor.send(readPublicPost, { params: { id } })
    expect([reply.statusCode, reply.json()]).toMatchObject([404, { code: 'not-found' }])
  }
})

test('search engines may list a post from the day on which its author’s account is a week old, if its roles are listed', async () => {
  await using api = await startApp()
  const { db } = api
  const old = await createOldMemberFixture(db, 'old')
  const young = await createMemberFixture(db, 'young')
  const [ofOld, ofYoung, unlisted] = [
    await createPostFixture(db, old),
    await createPostFixture(db, young),
    await createPostFixture(db, old),
  ]
  await db.insertInto('projects').values({ post_id: unlisted, is_listed: false }).execute()

  const isIndexed = async (id: string) =>
    (await api.visitor.call(readPublicPost, { params: { id } })).data.isIndexed
  expect([await isIndexed(ofOld), await isIndexed(ofYoung), await isIndexed(unlisted)]).toEqual([
    true,
    false,
    false,
  ])
})

test('a post that is edited, hidden or deleted is changed or gone on every process after a second', async () => {
  await using one = await startApp()
  await using two = await startApp({ shareWith: one })
  const ada = await createMemberFixture(one.db, 'ada')
  const id = await createPostFixture(one.db, ada, { title: 'Tide' })
  const other = await createPostFixture(one.db, ada, { title: 'Ebb' })
  const readBoth = async (post: string) =>
    Promise.all(
      [one, two].map(async ({ visitor }) => {
        const reply = await visitor.send(readPublicPost, { params: { id: post } })
        return reply.statusCode === 200
          ? reply.json<{ data: { title: string } }>().data.title
          : reply.statusCode
      }),
    )
  expect([await readBoth(id), await readBoth(other)]).toEqual([
    ['Tide', 'Tide'],
    ['Ebb', 'Ebb'],
  ])

  await one.db.updateTable('posts').set({ title: 'Flood' }).where('id', '=', id).execute()
  await deletePost(one.db, { id: other, authorId: ada })
  advanceClock(1_001)
  expect([await readBoth(id), await readBoth(other)]).toEqual([
    ['Flood', 'Flood'],
    [404, 404],
  ])
  await hidePost(one.db, id)
  advanceClock(2_002)
  expect(await readBoth(id)).toEqual([404, 404])
  vi.restoreAllMocks()
})

test('many concurrent requests for a post cost two queries, and those for an unknown one a single query', async () => {
  // With standbys, an unknown one is asked for on the primary too.
  await using api = await startApp({ createReaders: createPrimaryReaders })
  const id = await createPostFixture(api.db, await createMemberFixture(api.db, 'ada'))
  const queries = countQueries(api)

  await requestTimes(50, () => api.app.inject(`/api/posts/public/${id}`))
  expect(queries.count).toBe(2)
  await requestTimes(50, () => api.app.inject(`/api/posts/public/${UNKNOWN_ID}`))
  expect(queries.count).toBe(3)
})

test('without the database a post that was read is still shown, and another one is unavailable, not missing', async () => {
  await using proxy = await startTcpProxy(databaseAddress)
  await using api = await startApp({
    rewriteDatabaseUrl: (url) => Object.assign(url, { port: String(proxy.port) }),
  })
  const ada = await createMemberFixture(api.database.db, 'ada')
  const [read, unread] = [
    await createPostFixture(api.database.db, ada),
    await createPostFixture(api.database.db, ada),
  ]
  const readStatus = async (id: string) =>
    (await api.app.inject(`/api/posts/public/${id}`)).statusCode
  expect(await readStatus(read)).toBe(200)
  await proxy.disconnect()
  advanceClock(1_001)
  expect([await readStatus(read), await readStatus(unread)]).toEqual([200, 503])
  await proxy.reconnect()
  await expect.poll(() => readStatus(unread), { timeout: 10_000 }).toBe(200)
  vi.restoreAllMocks()
})

async function requestTimes(count: number, request: () => PromiseLike<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, request))
}

const realNow = performance.now.bind(performance)

/** Advances the clock of the caches. */
function advanceClock(ms: number): void {
  vi.restoreAllMocks()
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ms)
}
