import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import {
  createMemberFixture,
  createOldMemberFixture,
  createPostFixture,
} from '../../../testing/fixtures.ts'
import { startApp } from '../../../testing/start-app.ts'
import { hidePost } from '../hiding.ts'
import { deletePost } from '../mutations.ts'
import { countQueries } from '../../../testing/count-queries.ts'

const ORIGIN = 'https://dolph.example'
const HOUR_MS = 3_600_000

test('the index lists the static pages and each month with posts', async () => {
  await using api = await startApp({ env: { APP_ORIGIN: ORIGIN } })
  const ada = await createOldMemberFixture(api.db, 'ada')
  expect(readLocations((await api.app.inject('/sitemap.xml')).body)).toEqual([
    `${ORIGIN}/sitemap-pages.xml`,
    `${ORIGIN}/sitemaps/skills.xml`,
  ])
  for (const time of [
    '2026-01-31T23:59:59.999Z',
    '2026-02-01T00:00:00.000Z',
    '2026-05-09T12:00:00.000Z',
  ])
    await createPostAt(api.db, ada, time)

  await using other = await startApp({ env: { APP_ORIGIN: ORIGIN }, shareWith: api })
  const reply = await other.app.inject('/sitemap.xml')

  expect(reply.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=300',
  })
  expect(readLocations(reply.body)).toEqual([
    `${ORIGIN}/sitemap-pages.xml`,
    `${ORIGIN}/sitemaps/skills.xml`,
    ...['2026-01', '2026-02', '2026-05'].map((month) => `${ORIGIN}/sitemaps/posts-${month}.xml`),
  ])
})

test('the index names no month whose file would be missing', async () => {
  await using api = await startApp({ env: { APP_ORIGIN: ORIGIN } })
  const { db } = api
  const ada = await createOldMemberFixture(db, 'ada')
  const newcomer = await createMemberFixture(db, 'newcomer')
  const hidden = await createPostAt(db, ada, '2026-01-02T00:00:00.000Z')
  await createPostAt(db, newcomer, '2026-02-02T00:00:00.000Z')
  const unlisted = await createPostAt(db, ada, '2026-03-02T00:00:00.000Z')
  const gone = await createOldMemberFixture(db, 'gone')
  await createPostAt(db, gone, '2026-04-02T00:00:00.000Z')
  await createPostAt(db, ada, '2026-05-02T00:00:00.000Z')
  await createPostAt(db, newcomer, '2026-05-03T00:00:00.000Z')
  await hidePost(db, hidden)
  await db.insertInto('projects').values({ post_id: unlisted, is_listed: false }).execute()
  const deleted = { deleted_at: new Date().toISOString() }
  await db.updateTable('members').set(deleted).where('id', '=', gone).execute()

  const locations = readLocations((await api.app.inject('/sitemap.xml')).body)
  const months = locations.filter((url) => url.includes('posts-'))
  expect(months).toEqual([`${ORIGIN}/sitemaps/posts-2026-05.xml`])
  expect((await api.app.inject('/sitemaps/posts-2026-05.xml')).statusCode).toBe(200)
  for (const month of ['01', '02', '03', '04'])
    expect((await api.app.inject(`/sitemaps/posts-2026-${month}.xml`)).statusCode).toBe(404)
})

test('a month that gets its first post has a file a minute later', async () => {
  await using api = await startApp()
  const ada = await createOldMemberFixture(api.db, 'ada')
  const readStatus = async () => (await api.app.inject('/sitemaps/posts-2026-04.xml')).statusCode
  expect(await readStatus()).toBe(404)
  await createPostAt(api.db, ada, '2026-04-01T00:00:00.000Z')
  const later = performance.now() + 61_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  const status = await readStatus()
  vi.restoreAllMocks()
  expect(status).toBe(200)
})

test('a month lists the public pages of its posts, newest first, and no others', async () => {
  await using api = await startApp({ env: { APP_ORIGIN: ORIGIN } })
  const { db } = api
  const ada = await createOldMemberFixture(db, 'ada')
  const newcomer = await createMemberFixture(db, 'newcomer')
  await createPostAt(db, ada, '2026-03-31T23:59:59.999Z')
  const first = await createPostAt(db, ada, '2026-04-01T00:00:00.000Z', '<Tide> & "ebb"')
  const hidden = await createPostAt(db, ada, '2026-04-02T00:00:00.000Z')
  await createPostAt(db, newcomer, '2026-04-03T00:00:00.000Z')
  const unlisted = await createPostAt(db, ada, '2026-04-04T00:00:00.000Z')
  const last = await createPostAt(db, ada, '2026-04-30T23:59:59.999Z', '潮時計')
  await createPostAt(db, ada, '2026-05-01T00:00:00.000Z')
  await hidePost(db, hidden)
  await db.insertInto('projects').values({ post_id: unlisted, is_listed: false }).execute()

  const reply = await api.app.inject('/sitemaps/posts-2026-04.xml')

  expect(readLocations(reply.body)).toEqual([
    `${ORIGIN}/p/${last}`,
    `${ORIGIN}/p/${first}/tide-ebb`,
  ])
})

test.each([
  'posts-2026-03.xml',
  'posts-2026-13.xml',
  'posts-2999-01.xml',
  'posts-1999-01.xml',
  'x.xml',
])('there is no file %s without posts', async (file) => {
  await using api = await startApp()
  expect((await api.app.inject(`/sitemaps/${file}`)).statusCode).toBe(404)
})

test('a file is kept for an hour; then a deleted post is gone from it', async () => {
  await using api = await startApp()
  const ada = await createOldMemberFixture(api.db, 'ada')
  const kept = await createPostAt(api.db, ada, '2026-04-01T00:00:00.000Z')
  const deleted = await createPostAt(api.db, ada, '2026-04-02T00:00:00.000Z')
  const readMonth = async () =>
    readLocations((await api.app.inject('/sitemaps/posts-2026-04.xml')).body)
  expect(await readMonth()).toHaveLength(2)
  const queries = countQueries(api)
  expect(await readMonth()).toHaveLength(2)
  expect(queries.count).toBe(0)

  await deletePost(api.db, { id: deleted, authorId: ada })
  const later = performance.now() + HOUR_MS + 1_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  const locations = await readMonth()
  vi.restoreAllMocks()
  expect(locations).toHaveLength(1)
  expect(locations[0]).toContain(kept)
})

test('a month with thousands of posts is read in batches, each post once', async () => {
  await using api = await startApp()
  const ada = await createOldMemberFixture(api.db, 'ada')
  await sql`
    insert into posts (id, author_id, title, type, body)
    select uuid_v7('2026-04-10T00:00:00Z'::timestamptz + make_interval(secs => n)), ${ada}::uuid, 'Tide ' || n,
      'showcase', 'A clock'
    from generate_series(1, 4500) as n`.execute(api.db)
  const locations = readLocations((await api.app.inject('/sitemaps/posts-2026-04.xml')).body)
  expect(new Set(locations).size).toBe(4500)
  expect(locations).toHaveLength(4500)
})

function readLocations(xml: string): string[] {
  return [...xml.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url]) => url ?? '')
}

async function createPostAt(db: Database, author: string, time: string, title = 'Tide') {
  const { rows } = await sql<{ id: string }>`
    select uuid_v7(${time}::timestamptz) as id`.execute(db)
  return createPostFixture(db, author, { title, id: rows[0]?.id ?? '' })
}
