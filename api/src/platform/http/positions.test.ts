import { randomUUID } from 'node:crypto'
import { createComment } from '@dolph/contract/comments/comments'
import { deleteConversation } from '@dolph/contract/messaging/messaging'
import { formatPosition, parsePosition, POSITION_HEADER } from '@dolph/contract/position'
import { likePost, readPost } from '@dolph/contract/posts/posts'
import { blockMember } from '@dolph/contract/safety/safety'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverPendingEvents } from '../../testing/events/deliver-pending-events.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { startCommentsApp, type CommentsApp } from '../../testing/start-comments-app.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { workerTasks } from '../../worker-tasks.ts'
import { PrimaryPosition } from '../db/standbys/primary-position.ts'
import type { ReadingCaller } from '../db/standbys/readers.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'
const FORGED_BYTES = 17 * 1024 * 1024

/** Who has read since the test began. */
const callers: ReadingCaller[] = []

let api: CommentsApp
beforeAll(async () => {
  // The databases of other tests do not wait for the disk at a commit, so that it would not be in the position that is read after it.
  const database = await cloneDatabase()
  api = await startCommentsApp({
    shareWith: { database, redisPrefix: `${randomUUID()}:` },
    isListening: true,
    createPosition: (db) => new PrimaryPosition({ db }),
    createReaders: (_db, readDb) => ({
      everybody: readDb,
      forCaller: (caller) => {
        callers.push(caller)
        return readDb
      },
      confirmMissing: async (read) => read(readDb),
      haveStandbys: true,
    }),
  })
  return async () => {
    await api[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
})
beforeEach(async () => {
  callers.length = 0
  for (const member of [api.ada, api.bob, api.carla]) member.cookies.delete('position')
  // A caller's position is compared with the last sample.
  await api.position?.sample()
})

describe('the reply of a change', () => {
  test('has the position in a header and in a cookie, which the next read brings back', async () => {
    const reply = await like()
    const position = String(reply.headers[POSITION_HEADER])
    expect(parsePosition(position)).toBeGreaterThan(0)
    expect(reply.cookies.find(({ name }) => name === 'position')).toMatchObject({
      value: position,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 60,
    })
    await api.bob.call(readPost, { params: { id: api.post } })
    const { id } = api.bob
    expect(callers).toEqual([{ position: parsePosition(position), key: id, memberId: id }])
  })

  test('has a position at or after the commit, and a later change has a later one', async () => {
    const places = []
    for (const liked of [true, false])
      places.push(parsePosition(String((await like(liked)).headers[POSITION_HEADER])))
    expect(places[1]).toBeGreaterThanOrEqual(places[0] ?? 0)
  })

  test('has none if the call was refused, or is about messages', async () => {
    const params = { id: UNKNOWN_ID }
    const refused = await api.bob.send(likePost, { params, body: { liked: true } })
    const peer = { userId: api.ada.id }
    const replies = [refused, await api.bob.send(deleteConversation, { params: peer })]
    for (const { headers, cookies } of replies) {
      expect(headers[POSITION_HEADER]).toBeUndefined()
      expect(cookies.map(({ name }) => name)).not.toContain('position')
    }
  })

  test('has none without standbys', async () => {
    await using alone = await startCommentsApp()
    const params = { id: alone.post }
    const { headers, cookies } = await alone.bob.send(likePost, { params, body: { liked: true } })
    expect([headers[POSITION_HEADER], cookies]).toEqual([undefined, []])
  })
})

describe('a read', () => {
  test('takes the later of header and cookie', async () => {
    const place = parsePosition(String((await like()).headers[POSITION_HEADER]))
    await readPostWith({ [POSITION_HEADER]: formatPosition(place + 1) })
    await readPostWith({ [POSITION_HEADER]: formatPosition(place - 1) })
    expect(callers.map(({ position }) => position)).toEqual([place + 1, place])
  })

  test('ignores what is forged, malformed, or of another cluster', async () => {
    const place = parsePosition(String((await like()).headers[POSITION_HEADER]))
    api.bob.cookies.delete('position')
    for (const header of [formatPosition(place + FORGED_BYTES), `1.${place}`, 'x', '0.-1', '']) {
      await readPostWith({ [POSITION_HEADER]: header })
    }
    expect(callers.map(({ position }) => position)).toEqual([0, 0, 0, 0, 0])
  })
})

describe('an event', () => {
  test('about a post has a position', async () => {
    await using bob = await openAuthenticatedSocket(api, api.bob)
    const postId = await createPostFixture(api.db, api.ada.id)
    bob.send({ type: 'watch_post', postId })
    await expect
      .poll(async () => {
        await api.carla.call(createComment, { body: { postId, content: 'Tide' } })
        return bob.events.find(({ type }) => type === 'post_changed')
      })
      .toMatchObject({ position: expect.stringMatching(/^0\.\d+$/u) })
  })

  test('about a relation has a position', async () => {
    await using bob = await openAuthenticatedSocket(api, api.bob)
    await api.carla.call(blockMember, { params: { id: api.bob.id } })
    const event = await bob.nextEvent('relation_changed')
    expect(parsePosition(event.position)).toBeGreaterThan(0)
  })

  test('that a job publishes has the position after the job', async () => {
    await using ada = await openAuthenticatedSocket(api, api.ada)
    const before = parsePosition(await api.position?.read())
    await api.bob.call(createComment, { body: { postId: api.post, content: 'Ebb' } })
    await deliverPendingEvents(api, workerTasks.subscribers ?? [])
    const event = await ada.nextEvent('notification')
    expect(parsePosition(event.position)).toBeGreaterThan(before)
  })
})

async function like(liked = true) {
  return api.bob.send(likePost, { params: { id: api.post }, body: { liked } })
}

async function readPostWith(headers: Record<string, string>) {
  return api.bob.send(readPost, { params: { id: api.post } }, headers)
}
