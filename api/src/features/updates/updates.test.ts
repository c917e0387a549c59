import { randomUUID } from 'node:crypto'
import { changeProject } from '@dolph/contract/projects/projects'
import { blockMember } from '@dolph/contract/safety/safety'
import {
  deleteUpdate,
  editUpdate,
  listUpdates,
  postUpdate,
  TOO_MANY_UPDATES,
  UPDATES_PER_DAY,
} from '@dolph/contract/updates/updates'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliverPendingEvents } from '../../testing/events/deliver-pending-events.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import {
  startCommentsApp,
  type CommentingMember,
  type CommentsApp,
} from '../../testing/start-comments-app.ts'
import { recordStateChanges } from './record-state-changes.ts'

async function makeCoOwner({ db }: CommentsApp, member: CommentingMember, post: string) {
  await db
    .insertInto('team_members')
    .values({ post_id: post, member_id: member.id, role_title: 'Designer', is_co_owner: true })
    .execute()
}

async function listBodies(member: CommentingMember, id: string) {
  const { data } = await member.call(listUpdates, { params: { id }, querystring: {} })
  return data.map(({ body, state }) => body || state)
}

test('owners write, their authors edit, owners delete; everybody else gets nothing but to read', async () => {
  await using app = await startCommentsApp()
  const { ada, bob, carla, post } = app
  const params = { id: post }
  await makeCoOwner(app, bob, post)

  const { data: first } = await ada.call(postUpdate, { params, body: { body: 'It has **tides**' } })
  const { data: second } = await bob.call(postUpdate, { params, body: { body: 'And a logo' } })
  expect([first.user?.userName, second.user?.userName]).toEqual(['ada', 'bob'])
  expect(await listBodies(carla, post)).toEqual(['And a logo', 'It has **tides**'])

  const refused = [
    await carla.send(postUpdate, { params, body: { body: 'Mine' } }),
    await ada.send(editUpdate, { params: { id: second._id }, body: { body: 'Changed' } }),
    await carla.send(editUpdate, { params: { id: second._id }, body: { body: 'Changed' } }),
    await carla.send(deleteUpdate, { params: { id: second._id } }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])

  const edit = { params: { id: second._id }, body: { body: 'And two logos' } }
  const { data: edited } = await bob.call(editUpdate, edit)
  expect([edited.body, edited.editedAt === null]).toEqual(['And two logos', false])
  await ada.call(deleteUpdate, { params: { id: second._id } })
  expect(await listBodies(carla, post)).toEqual(['It has **tides**'])

  await app.db
    .updateTable('team_members')
    .set({ left_at: sql`now()` })
    .execute()
  expect((await bob.send(postUpdate, { params, body: { body: 'Still me' } })).statusCode).toBe(404)
})

test('an update sent twice at once is one update, and another text under its key is refused', async () => {
  await using app = await startCommentsApp()
  const { ada, post } = app
  const tempId = `temp-${randomUUID()}`
  const send = (body: string) =>
    ada.send(postUpdate, { params: { id: post }, body: { body, tempId } })

  const replies = await Promise.all([send('Tides'), send('Tides'), send('Tides')])
  const ids = replies.map((reply) => reply.json<{ data: { _id: string } }>().data._id)
  expect(new Set(ids).size).toBe(1)
  expect((await send('Waves')).statusCode).toBe(409)
  expect(await app.db.selectFrom('events').select('kind').execute()).toEqual([
    { kind: 'update.posted' },
  ])
})

test('the sixth update of a day is refused, also by calls at the same time', async () => {
  await using app = await startCommentsApp()
  const { ada, db, post } = app
  const write = () => ada.send(postUpdate, { params: { id: post }, body: { body: 'News' } })

  const replies = await Promise.all(Array.from({ length: UPDATES_PER_DAY + 2 }, write))
  const refused = replies.filter(({ statusCode }) => statusCode === 429)
  expect(refused.map((reply) => reply.json<{ message: string }>().message)).toEqual([
    TOO_MANY_UPDATES,
    TOO_MANY_UPDATES,
  ])
  await sql`update updates set id = uuid_v7(now() - interval '25 hours')`.execute(db)
  expect((await write()).statusCode).toBe(201)
})

test('pages are newest first, without co-owners whom a block separates from the reader', async () => {
  await using app = await startCommentsApp()
  const { ada, bob, carla, db, post } = app
  await makeCoOwner(app, bob, post)
  for (const [index, author] of [ada, bob, ada].entries()) {
    const body = { body: `News ${index}` }
    await author.call(postUpdate, { params: { id: post }, body })
  }
  const params = { id: post }
  const page = await carla.call(listUpdates, { params, querystring: { limit: '2' } })
  const rest = await carla.call(listUpdates, {
    params,
    querystring: { limit: '2', cursor: page.nextCursor ?? '' },
  })
  const bodies = [page, rest].map(({ data }) => data.map(({ body }) => body))
  expect([bodies, rest.nextCursor]).toEqual([[['News 2', 'News 1'], ['News 0']], null])

  await carla.call(blockMember, { params: { id: bob.id } })
  expect(await listBodies(carla, post)).toEqual(['News 2', 'News 0'])

  await db
    .updateTable('posts')
    .set({ hidden_at: sql`now()` })
    .where('id', '=', post)
    .execute()
  const hidden = await carla.send(listUpdates, { params, querystring: {} })
  expect([hidden.statusCode, (await listBodies(ada, post)).length]).toEqual([404, 3])
})

test('a new state writes one line, once, and notifies followers like an update', async () => {
  await using app = await startCommentsApp()
  const { ada, carla, db, post } = app
  const deliver = () => deliverPendingEvents(app, [{ 'project.state-changed': recordStateChanges }])
  const params = { id: post }
  await ada.call(changeProject, { params, body: { state: 'building' } })
  await deliver()
  await ada.call(changeProject, { params, body: { topics: ['maps'] } })
  await ada.call(changeProject, { params, body: { state: 'paused' } })
  await ada.call(changeProject, { params, body: { state: 'building' } })
  await deliver()
  await ada.call(changeProject, { params, body: { state: 'shipped' } })
  await deliver()

  expect(await listBodies(carla, post)).toEqual(['shipped', 'building'])
  const events = await db.selectFrom('events').select('kind').execute()
  expect(events.map(({ kind }) => kind)).toEqual(['update.posted', 'update.posted'])
})

test('an update confirms the roles of its project', async () => {
  await using app = await startCommentsApp()
  const { ada, db, post } = app
  const other = await createPostFixture(db, ada.id)
  for (const post_id of [post, other]) {
    await db
      .insertInto('roles')
      .values({
        post_id,
        title: 'Designer',
        skills: ['Figma'],
        skill_keys: ['figma'],
        hours_from: 2,
        hours_to: 4,
        term: 'open',
        reward: 'unpaid',
        seats: 1,
        confirmed_on: '2026-01-01',
        still_open_asked_on: '2026-01-22',
      })
      .execute()
  }
  await ada.call(postUpdate, { params: { id: post }, body: { body: 'Still alive' } })

  const roles = db.selectFrom('roles').select(['post_id', 'still_open_asked_on'])
  const confirmed = await roles.where('confirmed_on', '>', '2026-01-01').execute()
  expect(confirmed).toEqual([{ post_id: post, still_open_asked_on: null }])
})
