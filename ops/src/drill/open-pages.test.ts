import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findAssetNames, OpenPages } from './open-pages.ts'

const files = new Map<string, string>()
let requests: string[] = []
const server = createServer((request, reply) => {
  const path = request.url ?? ''
  requests.push(path)
  const body = files.get(path)
  reply.writeHead(body === undefined ? 404 : 200).end(body)
})
let pages: OpenPages

beforeEach(async () => {
  files.clear()
  files.set('/browse', '<script type="module" src="/assets/main-a1.js"></script>')
  files.set('/assets/main-a1.js', 'const deps=["assets/later-b2.js"];import("./later-b2.js")')
  files.set('/assets/later-b2.js', 'import{a}from"./main-a1.js"')
  requests = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  pages = new OpenPages(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

afterEach(() => {
  pages.close()
  server.close()
  server.closeAllConnections()
})

test('a page asks for all its code, also for what it loads later, once', async () => {
  await pages.openPage('/browse')
  expect(requests).toEqual(['/browse', '/assets/main-a1.js', '/assets/later-b2.js'])
})

test('a page that was opened before an upgrade asks for its old code again', async () => {
  await pages.openPage('/browse')
  files.set('/browse', '<script type="module" src="/assets/main-c3.js"></script>')
  files.set('/assets/main-c3.js', '')
  await pages.openPage('/browse')
  requests = []
  await pages.loadAssets()
  expect(requests.toSorted()).toEqual([
    '/assets/later-b2.js',
    '/assets/main-a1.js',
    '/assets/main-c3.js',
  ])
})

test('an asset that another version sends with another content is found', async () => {
  await pages.openPage('/browse')
  files.set('/assets/later-b2.js', 'something else')
  await pages.loadAssets()
  expect(pages.changedAssets).toEqual(['later-b2.js'])
})

test('assets are named by documents, scripts and styles', () => {
  const text = `<link href="/assets/a-1.css"> import"./b-2.js" url(./c-3.woff2) src='/service-worker.js'`
  expect([...findAssetNames(text)]).toEqual(['a-1.css', 'b-2.js', 'c-3.woff2'])
})
