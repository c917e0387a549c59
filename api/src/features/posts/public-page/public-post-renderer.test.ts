import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { openFolderStore } from '../../../platform/storage/folder-store.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { createPrimaryReaders } from '../../../platform/db/standbys/readers.ts'
import { routeConfig } from '../../../platform/http/route-config.ts'
import { pageRenderers } from '../../../platform/http/web-app/page-renderers.ts'
import type { RenderTask } from '../../../platform/http/web-app/renderer.ts'
import { webApp } from '../../../platform/http/web-app/web-app.ts'
import {
  createMemberFixture,
  createOldMemberFixture,
  createPostFixture,
} from '../../../testing/fixtures.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { hidePost } from '../hiding.ts'
import { deletePost } from '../mutations.ts'
import { createPublicPostCache } from './public-post-cache.ts'
import { createPublicPostRenderer, PUBLIC_POST_PATHS } from './public-post-renderer.ts'
import { countQueries } from '../../../testing/count-queries.ts'

const ORIGIN = 'https://dolph.example'
const HTML = { accept: 'text/html' }
const BUILT_DOCUMENT =
  '<head><title>Dolph</title><meta name="description" content="x"></head><div id="root"></div>'

/** A fake of the web app's renderer: puts the title into the document, and counts its calls. */
const RENDERER_SOURCE = `
let count = 0
export async function renderPage({ page, document, path, queries }) {
  count += 1
  const { title } = JSON.parse(queries.post).data
  if (title === 'Broken') throw new Error('cannot be shown')
  if (title.startsWith('Slow')) await new Promise((resolve) => setTimeout(resolve, 200))
  return document.replace('id="root">', 'id="root"><div>' + page + ' ' + path + ' #' + count + '</div>')
}`

afterEach(() => vi.restoreAllMocks())

test('the page is rendered with its own title, description and address', async () => {
  await using stack = await startStack()
  const id = await stack.createPost({ title: 'Tide clock', body: '**Low** tide' })

  const reply = await stack.open(`/p/${id}/tide-clock`)

  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(reply.body).toContain('<title>Tide clock · Dolph</title>')
  expect(reply.body).toContain('<meta name="description" content="Low tide">')
  expect(reply.body).toContain(`<link rel="canonical" href="${ORIGIN}/p/${id}/tide-clock">`)
  expect(reply.body).toContain(`<meta property="og:url" content="${ORIGIN}/p/${id}/tide-clock">`)
  expect(reply.body).toContain(`<meta property="og:image" content="${ORIGIN}/cards/${id}/`)
  expect(reply.body).toContain(`<div>public-post /p/${id}/tide-clock #1</div>`)
})

test('an account’s first week is noindex', async () => {
  await using stack = await startStack()
  const noindex = '<meta name="robots" content="noindex">'
  const ofNewcomer = await stack.createPost({ title: 'Tide' })
  const ofOld = await stack.createOldMembersPost('Ebb')
  expect((await stack.open(`/p/${ofNewcomer}/tide`)).body).toContain(noindex)
  expect((await stack.open(`/p/${ofOld}/ebb`)).body).not.toContain(noindex)
})

test('a missing or former title in the address leads to the current one, with the query', async () => {
  await using stack = await startStack()
  const id = await stack.createPost({ title: 'Tide' })
  const requests = [`/p/${id}`, `/p/${id}/ebb?ref=chat`, `/p/${id.toUpperCase()}/tide`]
  const replies = await Promise.all(requests.map((path) => stack.open(path)))
  expect(replies.map(({ statusCode, headers }) => [statusCode, headers['location']])).toEqual([
    [308, `/p/${id}/tide`],
    [308, `/p/${id}/tide?ref=chat`],
    [308, `/p/${id}/tide`],
  ])
  expect(replies[0]?.headers['cache-control']).toBe('no-cache')
  expect((await stack.open(`/p/${id}/tide?ref=chat`)).statusCode).toBe(200)
})

test('a thousand unknown ids render nothing and cost one query each; a text that is no id costs none', async () => {
  await using stack = await startStack()
  const ids = Array.from(
    { length: 1_000 },
    (_, index) => `01932dad-55f0-7c01-9923-${String(index).padStart(12, '0')}`,
  )
  const queries = countQueries(stack)
  // In groups: a thousand at once could wait longer for a connection than counts as an outage.
  for (let first = 0; first < ids.length; first += 50) {
    const group = ids.slice(first, first + 50)
    const replies = await Promise.all(group.map((id) => stack.open(`/p/${id}/tide`)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
    expect(replies[0]?.body).toBe('<title>Page not found</title>')
  }
  expect(stack.countRenderings()).toBe(0)
  expect(queries.count).toBe(1_000)
  queries.count = 0
  expect((await stack.open('/p/no-id/tide')).statusCode).toBe(404)
  expect(queries.count).toBe(0)
  const id = await stack.createPost({ title: 'Tide' })
  expect((await stack.open(`/p/${id}/tide`)).body).toContain('#1')
})

test('a hundred concurrent visitors cost one rendering; an unchanged document is a 304', async () => {
  await using stack = await startStack()
  const id = await stack.createPost({ title: 'Tide' })
  const replies = await Promise.all(Array.from({ length: 100 }, () => stack.open(`/p/${id}/tide`)))
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
  advanceClock(1_001)
  const unchanged = await stack.open(`/p/${id}/tide`, {
    'if-none-match': String(replies[0]?.headers['etag']),
  })
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
})

test('an edited post is rendered again, a hidden or deleted one is gone, after a second on every process', async () => {
  await using one = await startStack()
  await using two = await startStack(one.database)
  const id = await one.createPost({ title: 'Tide' })
  const other = await one.createPost({ title: 'Ebb' })
  const openBoth = async (path: string) =>
    Promise.all([one, two].map(async (stack) => stack.open(path)))
  await openBoth(`/p/${id}/tide`)
  await openBoth(`/p/${other}/ebb`)

  await one.db.updateTable('posts').set({ body: 'New text' }).where('id', '=', id).execute()
  await deletePost(one.db, { id: other, authorId: one.ada })
  advanceClock(1_001)
  for (const { body } of await openBoth(`/p/${id}/tide`))
    expect(body).toContain('content="New text"')
  expect((await openBoth(`/p/${other}/ebb`)).map(({ statusCode }) => statusCode)).toEqual([
    404, 404,
  ])

  await hidePost(one.db, id)
  advanceClock(2_002)
  expect((await openBoth(`/p/${id}/tide`)).map(({ statusCode }) => statusCode)).toEqual([404, 404])
})

test('while four pages wait, a further one is its head and its text, and is rendered later', async () => {
  await using stack = await startStack()
  const slow = [0, 1, 2, 3, 4].map((index) => stack.createPost({ title: `Slow ${index}` }))
  const ids = await Promise.all(slow)
  const id = await stack.createPost({ title: 'Tide', body: 'A **clock**' })
  const waiting = ids.map(async (each, index) => stack.open(`/p/${each}/slow-${index}`))
  await vi.waitFor(() => expect(stack.countRenderings()).toBe(5))
  expect((await stack.open(`/p/${id}/tide`)).body).toContain('>A clock</p></main></div>')
  const rendered = await Promise.all(waiting)
  expect(rendered.map(({ body }) => body.includes('<div>public-post'))).not.toContain(false)
  expect((await stack.open(`/p/${id}/tide`)).body).toContain('<div>public-post')
})

test('a post that cannot be rendered is its head and its text, and is not tried with every request', async () => {
  await using stack = await startStack()
  const id = await stack.createPost({ title: 'Broken', body: '<b>Text</b> & more' })
  for (const { body } of [
    await stack.open(`/p/${id}/broken`),
    await stack.open(`/p/${id}/broken`),
  ]) {
    expect(body).toContain('<title>Broken · Dolph</title>')
    expect(body).toContain('&lt;b&gt;Text&lt;/b&gt; &amp; more</p></main></div>')
  }
  const other = await stack.createPost({ title: 'Tide' })
  expect((await stack.open(`/p/${other}/tide`)).body).toContain('#2')
})

/** Serves a web app with the public page; with `shared` on the database of another one, as a second process does. */
async function startStack(shared?: Awaited<ReturnType<typeof openTestDatabase>>) {
  const database = shared ?? (await openTestDatabase())
  const db = openDatabase(database.url)
  const folder = await buildWebApp()
  const app = Fastify({ routerOptions: { maxParamLength: 1_000 } })
  await app.register(routeConfig)
  await app.register(pageRenderers, { folder })
  const { renderer, log } = app
  if (!renderer) throw new Error('The renderer did not open')
  const publicPosts = createPublicPostCache(createPrimaryReaders(db))
  let renderings = 0
  const countingRenderer = {
    render: async (task: RenderTask) => {
      renderings += 1
      return renderer.render(task)
    },
  }
  const render = createPublicPostRenderer({
    publicPosts,
    renderer: countingRenderer,
    appOrigin: ORIGIN,
    log,
  })
  for (const path of PUBLIC_POST_PATHS) app.pageRenderers.set(path, render)
  await app.register(webApp, { folder, appOrigin: ORIGIN, files: openFolderStore(folder) })
  const ada = shared ? '' : await createMemberFixture(database.db, 'ada')

  return {
    db,
    database,
    ada,
    countRenderings: () => renderings,
    createPost: (fields: { title: string; body?: string }) =>
      createPostFixture(database.db, ada, fields),
    async createOldMembersPost(title: string) {
      return createPostFixture(database.db, await createOldMemberFixture(database.db, 'old'), {
        title,
      })
    },
    open: (url: string, headers = {}) => app.inject({ url, headers: { ...HTML, ...headers } }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await db.destroy()
      if (!shared) await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

async function buildWebApp(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-web-'))
  await mkdir(join(folder, 'client/rendered'), { recursive: true })
  await mkdir(join(folder, 'render'))
  const pages = PUBLIC_POST_PATHS.map((path) => ({ path, file: 'rendered/post.html' }))
  await writeFile(join(folder, 'pages.json'), JSON.stringify(pages))
  await writeFile(join(folder, 'client/rendered/post.html'), BUILT_DOCUMENT)
  await writeFile(join(folder, 'client/404.html'), '<title>Page not found</title>')
  await writeFile(join(folder, 'render/package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'render/entry.js'), RENDERER_SOURCE)
  return folder
}

const realNow = performance.now.bind(performance)

/** Advances the clock of the caches. */
function advanceClock(ms: number): void {
  vi.restoreAllMocks()
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ms)
}
