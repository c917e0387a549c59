import { createPost, deletePost, editPost } from '@dolph/contract/posts/posts'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hidePost, unhidePost } from '../posts/hiding.ts'
import type { Browser } from '../../testing/browser.ts'
import { createNoisePicture } from '../../testing/pictures/picture-bytes.ts'
import { uploadPictureFile } from '../../testing/pictures/upload-picture-file.ts'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { databaseAddress } from '../../testing/test-database.ts'
import { countQueries } from '../../testing/count-queries.ts'

const DRAFT = { title: 'Tide', type: 'showcase' as const, body: 'A tide clock' }

let one: Awaited<ReturnType<typeof startApp>>
let two: typeof one
let ada: Browser
let photo: Buffer
beforeAll(async () => {
  one = await startApp({ env: { LIMITS: 'relaxed' } })
  two = await startApp({ env: { LIMITS: 'relaxed' }, shareWith: one })
  ada = await signInNewMember(one, 'ada')
  photo = await createNoisePicture(64, 40).jpeg().toBuffer()
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await two[Symbol.asyncDispose]()
  await one[Symbol.asyncDispose]()
})

async function upload(kind: 'profile' | 'cover' | 'text', browser = ada): Promise<string> {
  return (await uploadPictureFile(browser, photo, { kind })).json<{ url: string }>().url
}

async function createPostWith(fields: { cover?: { url: string; alt: string }; body?: string }) {
  return (await ada.call(createPost, { body: { ...DRAFT, ...fields } })).data._id
}

/** The statuses that visitors of both processes get, and browsers that ask whether their copy is still current. */
async function readStatuses(url: string): Promise<number[]> {
  const etag = `"${url.replace('/pictures/', '').replace('/', '-')}"`
  const replies = [one, two].flatMap(({ visitor }) => [
    visitor.request('GET', url),
    visitor.request('GET', url, { headers: { 'if-none-match': etag } }),
  ])
  return (await Promise.all(replies)).map(({ statusCode }) => statusCode)
}

const SHOWN = [200, 304, 200, 304]
const GONE = [404, 404, 404, 404]

const realNow = performance.now.bind(performance)
let advancedMs = 0

/** Lets a second pass, after which the processes ask again. */
function passSecond(): void {
  vi.restoreAllMocks()
  advancedMs += 1_001
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + advancedMs)
}

describe('a picture in the memory of two processes is gone from both a second after', () => {
  test('the member removes it from the profile', async () => {
    const url = await upload('profile')
    await ada.call(updateProfile, { body: { profilePicture: url } })
    expect(await readStatuses(url)).toEqual(SHOWN)
    await ada.call(updateProfile, { body: { profilePicture: '' } })
    passSecond()
    expect(await readStatuses(url)).toEqual(GONE)
  })

  test('the author removes it from a text', async () => {
    const url = await upload('text')
    const id = await createPostWith({ body: `![Tide](${url})` })
    expect(await readStatuses(url)).toEqual(SHOWN)
    await ada.call(editPost, { params: { id }, body: { body: 'No picture' } })
    passSecond()
    expect(await readStatuses(url)).toEqual(GONE)
  })

  test('the last post with it is deleted, before any job has run', async () => {
    const cover = { url: await upload('cover'), alt: '' }
    const [first, last] = [await createPostWith({ cover }), await createPostWith({ cover })]
    expect(await readStatuses(cover.url)).toEqual(SHOWN)
    await ada.call(deletePost, { params: { id: first } })
    passSecond()
    expect(await readStatuses(cover.url)).toEqual(SHOWN)
    await ada.call(deletePost, { params: { id: last } })
    passSecond()
    expect(await readStatuses(cover.url)).toEqual(GONE)
  })

  test('the account of its member is deleted', async () => {
    const url = await upload('profile', await signInNewMember(one, 'carla'))
    expect(await readStatuses(url)).toEqual(SHOWN)
    const deleted = { deleted_at: new Date().toISOString() }
    await one.db.updateTable('members').set(deleted).where('username', '=', 'carla').execute()
    passSecond()
    expect(await readStatuses(url)).toEqual(GONE)
  })
})

test('the picture of a hidden post is for its author and for moderators, and comes back with the post', async () => {
  const cover = { url: await upload('cover'), alt: '' }
  const id = await createPostWith({ cover })
  expect(await readStatuses(cover.url)).toEqual(SHOWN)
  const [bob, mia] = [await signInNewMember(one, 'bob'), await signInNewMember(one, 'mia')]
  await one.db
    .insertInto('staff')
    .columns(['member_id', 'role'])
    .expression((eb) =>
      eb
        .selectFrom('members')
        .select((members) => ['id', members.val('moderator').as('role')])
        .where('username', '=', 'mia'),
    )
    .execute()

  await one.db.transaction().execute((tx) => hidePost(tx, id))
  passSecond()
  expect(await readStatuses(cover.url)).toEqual(GONE)
  const countRequest = vi.spyOn(one.app, 'countRequest')
  const replies = await Promise.all([bob, ada, mia].map(({ request }) => request('GET', cover.url)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 200, 200])
  expect(countRequest).toHaveBeenCalledTimes(3)
  expect(replies[1]?.headers['cache-control']).toBe('private, no-store')

  await one.db.transaction().execute((tx) => unhidePost(tx, id))
  passSecond()
  expect(await readStatuses(cover.url)).toEqual(SHOWN)
})

test('without the database a picture that was shown is still shown, and another one is unavailable', async () => {
  await using proxy = await startTcpProxy(databaseAddress)
  await using api = await startApp({
    shareWith: one,
    rewriteDatabaseUrl: (url) => Object.assign(url, { port: String(proxy.port) }),
  })
  const [shown, other] = [await upload('profile'), await upload('profile')]
  const readStatus = async (url: string) => (await api.visitor.request('GET', url)).statusCode
  expect(await readStatus(shown)).toBe(200)
  await proxy.disconnect()
  passSecond()
  expect([await readStatus(shown), await readStatus(other)]).toEqual([200, 503])
  await proxy.reconnect()
  await expect.poll(() => readStatus(other), { timeout: 10_000 }).toBe(200)
})

test('many requests for a picture within a second cost one query, and those for an invented one none', async () => {
  const url = await upload('profile')
  const queries = countQueries(one)
  // On a slow machine more than a second could pass between the requests.
  vi.spyOn(performance, 'now').mockReturnValue(realNow() + advancedMs)
  const readOften = async (path: string) =>
    Promise.all(Array.from({ length: 50 }, () => one.visitor.request('GET', path)))
  await readOften(url)
  await readOften(url)
  expect(queries.count).toBe(1)
  await readOften(`/pictures/${'A'.repeat(43)}/512.webp`)
  expect(queries.count).toBe(1)
})
