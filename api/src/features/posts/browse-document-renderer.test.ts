import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../../db/database.ts'
import { webApp } from '../../http/web-app.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { openTestDatabase, databaseAddress } from '../../testing/test-database.ts'
import { createVisitorFeedCache } from './feed.ts'
import { createBrowseDocumentRenderer } from './browse-document-renderer.ts'
import { openRenderer } from '../../http/renderer.ts'

/** A shared page is asked for anew when it is a second old. */
const SHARED_PAGE_MS = 1_100
const BUILT_DOCUMENT = '<title>Explore Projects</title><div id="root">skeletons</div>'

/** Stands for the web app's renderer: says what it was given and how often it was asked. */
const RENDERER_SOURCE = `
let count = 0
export async function renderBrowse(document, reply, at) {
  count += 1
  const titles = JSON.parse(reply).data.map((post) => post.title)
  if (titles.includes('Broken')) throw new Error('cannot be shown')
  if (titles.includes('Deadly')) process.exit(1)
  if (titles.includes('Slow')) await new Promise((resolve) => setTimeout(resolve, 500))
  return JSON.stringify({ document, titles, at, count })
}`

afterEach(() => vi.restoreAllMocks())

/** Moves the clock by which shared pages grow old. */
function passTime(): void {
  const later = performance.now() + SHARED_PAGE_MS
  vi.restoreAllMocks()
  const now = performance.now.bind(performance)
  const ahead = later - now()
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
}

interface RenderedPage {
  document: string
  titles: string[]
  at: number
  count: number
}

test('the document of /browse is rendered from the built one and the newest posts, as of now', async () => {
  await using world = await startBrowseTestStack()
  await world.post('Tide')
  await world.post('Ebb')
  const before = Date.now()

  const reply = await world.browse()

  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  })
  const { document, titles, at } = reply.json<RenderedPage>()
  expect(document).toBe(BUILT_DOCUMENT)
  expect(titles).toEqual(['Ebb', 'Tide'])
  expect(at).toBeGreaterThanOrEqual(before)
})

test('a post that was just written is in it after a second; until something changes it costs a 304', async () => {
  await using world = await startBrowseTestStack()
  await world.post('Tide')
  const etag = String((await world.browse()).headers['etag'])
  passTime()
  const unchanged = await world.browse('/browse', { 'if-none-match': etag })
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])

  await world.post('Ebb')
  passTime()
  const changed = await world.browse('/browse', { 'if-none-match': etag })

  expect(changed.statusCode).toBe(200)
  expect(changed.json<RenderedPage>()).toMatchObject({ titles: ['Ebb', 'Tide'], count: 2 })
})

test('a hundred visitors at once cost one query and one rendering', async () => {
  await using world = await startBrowseTestStack()
  await world.post('Tide')
  let queries = 0
  world.db.pool.on('acquire', () => (queries += 1))

  const replies = await Promise.all(Array.from({ length: 100 }, () => world.browse()))

  expect(queries).toBe(1)
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
  expect(replies[0]?.json<RenderedPage>().count).toBe(1)
})

test('an address with a search or a type gets the page as it was built', async () => {
  await using world = await startBrowseTestStack()
  await world.post('Tide')
  expect((await world.browse('/browse?type=showcase')).body).toBe(BUILT_DOCUMENT)
  expect((await world.browse('/browse?q=tide')).body).toBe(BUILT_DOCUMENT)
})

test('posts that cannot be rendered leave the page as it was built, until there are others', async () => {
  await using world = await startBrowseTestStack()
  await world.post('Broken')
  expect((await world.browse()).body).toBe(BUILT_DOCUMENT)
  expect((await world.browse()).body).toBe(BUILT_DOCUMENT)

  await world.empty()
  await world.post('Tide')
  passTime()

  // Asked twice in all: what had failed was not tried again.
  expect((await world.browse()).json<RenderedPage>()).toMatchObject({ titles: ['Tide'], count: 2 })
})

test('nobody waits long: the page is as it was built until the posts are in it', async () => {
  await using world = await startBrowseTestStack({ patienceMs: 50 })
  await world.post('Slow')
  expect((await world.browse()).body).toBe(BUILT_DOCUMENT)
  await expect.poll(async () => (await world.browse()).body, { timeout: 20_000 }).toContain('Slow')
})

test('a renderer that dies is replaced', async () => {
  await using world = await startBrowseTestStack()
  await world.post('Deadly')
  expect((await world.browse()).body).toBe(BUILT_DOCUMENT)

  await world.empty()
  await world.post('Tide')
  passTime()

  expect((await world.browse()).json<RenderedPage>()).toMatchObject({ titles: ['Tide'], count: 1 })
})

test('without the database the page is as it was built, or as it last was', async () => {
  await using cable = await startTcpProxy(databaseAddress)
  await using world = await startBrowseTestStack({ port: cable.port })
  await cable.disconnect()
  const early = await world.browse()
  expect([early.statusCode, early.body]).toEqual([200, BUILT_DOCUMENT])

  await cable.reconnect()
  await world.post('Tide')
  passTime()
  const { body } = await world.browse()
  expect(body).toContain('Tide')
  await cable.disconnect()
  passTime()
  expect((await world.browse()).body).toBe(body)
})

/** A web app with the one page, served over a database of its own that may be reached by another port. */
async function startBrowseTestStack({ port = databaseAddress.port, patienceMs = 20_000 } = {}) {
  const database = await openTestDatabase()
  const url = new URL(database.url)
  url.port = String(port)
  const db = openDatabase(url.href)
  const folder = await buildWebApp()
  const renderer = openRenderer(folder)
  if (!renderer) throw new Error('There is no renderer')
  const app = Fastify()
  const visitors = createVisitorFeedCache(db)
  const documents = {
    '/browse': createBrowseDocumentRenderer({
      visitorFeed: visitors,
      renderer,
      log: app.log,
      timeoutMs: patienceMs,
    }),
  }
  await app.register(webApp, {
    folder,
    appOrigin: 'https://dolph.example',
    pageRenderers: documents,
  })
  const ada = await createMemberFixture(database.db, 'ada')

  return {
    db,
    post: (title: string) => createPostFixture(database.db, ada, { title }),
    empty: () => removePosts(database.db),
    browse: (address = '/browse', headers = {}) => app.inject({ url: address, headers }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await renderer.close()
      await db.destroy()
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

async function buildWebApp(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-web-'))
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  await mkdir(join(folder, 'render'))
  const pages = [{ path: '/browse', file: 'browse.html' }]
  await writeFile(join(folder, 'pages.json'), JSON.stringify(pages))
  await writeFile(join(folder, 'client/browse.html'), BUILT_DOCUMENT)
  await writeFile(join(folder, 'client/404.html'), '<title>Page not found</title>')
  await writeFile(join(folder, 'render/package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'render/entry.js'), RENDERER_SOURCE)
  return folder
}

async function removePosts(db: Database): Promise<void> {
  await db.deleteFrom('posts').execute()
}
