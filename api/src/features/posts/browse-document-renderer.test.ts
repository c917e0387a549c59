import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { openFolderStore } from '../../platform/storage/folder-store.ts'
import { openDatabase, type Database } from '../../platform/db/database.ts'
import { createPrimaryReaders } from '../../platform/db/standbys/readers.ts'
import { webApp } from '../../platform/http/web-app/web-app.ts'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { openTestDatabase, databaseAddress } from '../../testing/test-database.ts'
import { createVisitorFeedCache } from './feed/feed.ts'
import { createBrowseDocumentRenderer } from './browse-document-renderer.ts'
import { CachedReply } from '../../platform/http/replies/cached-reply.ts'
import { pageRenderers } from '../../platform/http/web-app/page-renderers.ts'
import { countQueries } from '../../testing/count-queries.ts'

/** A cached page of visitors expires after a second. */
const CACHE_EXPIRY_MS = 1_100
const BUILT_DOCUMENT = '<title>Explore Projects</title><div id="root">skeletons</div>'

/** A fake of the web app's renderer: returns its arguments and how often it was called. */
const RENDERER_SOURCE = `
let count = 0
export async function renderPage({ page, document, path, queries, renderedAt }) {
  if (page !== 'browse' || path !== '/browse') throw new Error('another page')
  count += 1
  const titles = JSON.parse(queries.posts).data.map((post) => post.title)
  if (titles.includes('Broken')) throw new Error('cannot be shown')
  if (titles.includes('Deadly')) process.exit(1)
  if (titles.includes('Slow')) await new Promise((resolve) => setTimeout(resolve, 500))
  return JSON.stringify({ document, titles, renderedAt, count })
}`

afterEach(() => vi.restoreAllMocks())

/** Advances the clock of the cache so that its pages expire. */
function expireCache(): void {
  const later = performance.now() + CACHE_EXPIRY_MS
  vi.restoreAllMocks()
  const now = performance.now.bind(performance)
  const ahead = later - now()
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
}

interface RenderedPage {
  document: string
  titles: string[]
  renderedAt: number
  count: number
}

test('the document of /browse is rendered from the built one and the newest posts', async () => {
  await using stack = await startBrowseTestStack()
  await stack.createPost('Tide')
  await stack.createPost('Ebb')
  const before = Date.now()

  const reply = await stack.browse()

  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  })
  const { document, titles, renderedAt } = reply.json<RenderedPage>()
  expect(document).toBe(BUILT_DOCUMENT)
  expect(titles).toEqual(['Ebb', 'Tide'])
  expect(renderedAt).toBeGreaterThanOrEqual(before)
})

test('the document of the landing page is rendered from the newest posts and an open role', async () => {
  const posts = new CachedReply('{"data":[]}', 'application/json')
  const render = vi.fn(async () => 'rendered')
  const renderDocument = createBrowseDocumentRenderer({
    page: 'home',
    readMore: async () => ({ role: 'null' }),
    visitorFeed: { getCached: () => posts, fetchPage: async () => posts },
    renderer: { render },
    log: { warn: () => undefined },
    flags: { isOn: () => true },
  })
  const plain = new CachedReply('built', 'text/html')
  expect((await renderDocument(plain, { url: '/' })).body.toString()).toBe('rendered')
  expect(render).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      page: 'home',
      path: '/',
      document: 'built',
      queries: { posts: '{"data":[]}', role: 'null' },
    }),
  )
  expect(await renderDocument(plain, { url: '/?next=%2Fposts' })).toBe(plain)
})

test('a new post is in it after a second; an unchanged document is a 304', async () => {
  await using stack = await startBrowseTestStack()
  await stack.createPost('Tide')
  const etag = String((await stack.browse()).headers['etag'])
  expireCache()
  const unchanged = await stack.browse('/browse', { 'if-none-match': etag })
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])

  await stack.createPost('Ebb')
  expireCache()
  const changed = await stack.browse('/browse', { 'if-none-match': etag })

  expect(changed.statusCode).toBe(200)
  expect(changed.json<RenderedPage>()).toMatchObject({ titles: ['Ebb', 'Tide'], count: 2 })
})

test('a hundred concurrent visitors cost one query and one rendering', async () => {
  await using stack = await startBrowseTestStack()
  await stack.createPost('Tide')
  const queries = countQueries(stack)

  const replies = await Promise.all(Array.from({ length: 100 }, () => stack.browse()))

  expect(queries.count).toBe(1)
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
  expect(replies[0]?.json<RenderedPage>().count).toBe(1)
})

test('a URL with a search or a type gets the built document', async () => {
  await using stack = await startBrowseTestStack()
  await stack.createPost('Tide')
  expect((await stack.browse('/browse?type=showcase')).body).toBe(BUILT_DOCUMENT)
  expect((await stack.browse('/browse?q=tide')).body).toBe(BUILT_DOCUMENT)
})

test('posts that cannot be rendered leave the built document, until there are others', async () => {
  await using stack = await startBrowseTestStack()
  await stack.createPost('Broken')
  expect((await stack.browse()).body).toBe(BUILT_DOCUMENT)
  expect((await stack.browse()).body).toBe(BUILT_DOCUMENT)

  await stack.deletePosts()
  await stack.createPost('Tide')
  expireCache()

  // Two calls in all: the failed rendering was not repeated.
  expect((await stack.browse()).json<RenderedPage>()).toMatchObject({ titles: ['Tide'], count: 2 })
})

test('a slow rendering blocks no request: the built document is served until it is done', async () => {
  await using stack = await startBrowseTestStack({ timeoutMs: 50 })
  await stack.createPost('Slow')
  expect((await stack.browse()).body).toBe(BUILT_DOCUMENT)
  await expect.poll(async () => (await stack.browse()).body, { timeout: 20_000 }).toContain('Slow')
})

test('a renderer that crashes is replaced', async () => {
  await using stack = await startBrowseTestStack()
  await stack.createPost('Deadly')
  expect((await stack.browse()).body).toBe(BUILT_DOCUMENT)

  await stack.deletePosts()
  await stack.createPost('Tide')
  expireCache()

  expect((await stack.browse()).json<RenderedPage>()).toMatchObject({ titles: ['Tide'], count: 1 })
})

test('without the database the document is the built one, or the last rendered one', async () => {
  await using proxy = await startTcpProxy(databaseAddress)
  await using stack = await startBrowseTestStack({ port: proxy.port })
  await proxy.disconnect()
  const uncached = await stack.browse()
  expect([uncached.statusCode, uncached.body]).toEqual([200, BUILT_DOCUMENT])

  await proxy.reconnect()
  await stack.createPost('Tide')
  expireCache()
  const { body } = await stack.browse()
  expect(body).toContain('Tide')
  await proxy.disconnect()
  expireCache()
  expect((await stack.browse()).body).toBe(body)
})

/** Serves a web app with one page over a database of its own; `port` is that of a proxy to it. */
async function startBrowseTestStack({ port = databaseAddress.port, timeoutMs = 20_000 } = {}) {
  const database = await openTestDatabase()
  const url = new URL(database.url)
  url.port = String(port)
  const db = openDatabase(url.href)
  const folder = await buildWebApp()
  const app = Fastify()
  await app.register(pageRenderers, { folder })
  const { renderer, log } = app
  if (!renderer) throw new Error('The renderer did not open')
  const visitorFeed = createVisitorFeedCache(createPrimaryReaders(db))
  let isFirstPageOn = true
  const flags = { isOn: () => isFirstPageOn }
  app.pageRenderers.set(
    '/browse',
    createBrowseDocumentRenderer({ visitorFeed, renderer, log, flags, timeoutMs }),
  )
  await app.register(webApp, {
    folder,
    appOrigin: 'https://dolph.example',
    files: openFolderStore(folder),
  })
  const ada = await createMemberFixture(database.db, 'ada')

  return {
    db,
    createPost: (title: string) => createPostFixture(database.db, ada, { title }),
    deletePosts: () => deletePosts(database.db),
    switchFirstPage: (isOn: boolean) => void (isFirstPageOn = isOn),
    browse: (path = '/browse', headers = {}) => app.inject({ url: path, headers }),
    async [Symbol.asyncDispose]() {
      await app.close()
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

async function deletePosts(db: Database): Promise<void> {
  await db.deleteFrom('posts').execute()
}
