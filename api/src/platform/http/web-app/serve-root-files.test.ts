import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveRootFiles } from './serve-root-files.ts'

const FILES = {
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'favicon.svg.br': 'packed',
  'share.png': 'PNG',
  'site.webmanifest': '{}',
  'service-worker.js': '0',
  'index.html': '<!doctype html>',
  'robots.txt': 'Sitemap: %APP_ORIGIN%/sitemap.xml',
  'sitemap-pages.xml': '<loc>%APP_ORIGIN%/about</loc>',
}

test.each([
  ['/favicon.svg', 'image/svg+xml', 86_400],
  ['/share.png', 'image/png', 86_400],
  ['/site.webmanifest', 'application/manifest+json', 3_600],
  ['/robots.txt', 'text/plain', 3_600],
  ['/sitemap-pages.xml', 'application/xml', 3_600],
])('%s is %s and may be cached for %i seconds', async (path, type, seconds) => {
  await using site = await startSite()
  const reply = await site.app.inject(path)
  expect(reply.statusCode).toBe(200)
  expect(String(reply.headers['content-type']).split(';')[0]).toBe(type)
  expect(reply.headers['cache-control']).toBe(`public, max-age=${seconds}`)
})

test('the service worker is revalidated each time', async () => {
  await using site = await startSite()
  const reply = await site.app.inject('/service-worker.js')
  expect(reply.headers['cache-control']).toBe('no-cache')
  expect(reply.headers['content-type']).toContain('javascript')
})

test('robots.txt and the sitemap contain the product’s own URLs', async () => {
  await using site = await startSite()
  expect((await site.app.inject('/robots.txt')).body).toBe(
    'Sitemap: https://dolph.example/sitemap.xml',
  )
  expect((await site.app.inject('/sitemap-pages.xml')).body).toBe(
    '<loc>https://dolph.example/about</loc>',
  )
})

test('an origin with a quotation mark is escaped', async () => {
  await using site = await startSite('https://a"><script>.example')
  expect((await site.app.inject('/sitemap-pages.xml')).body).toBe(
    '<loc>https://a&#34;&#62;&#60;script&#62;.example/about</loc>',
  )
})

test('images may be embedded by other sites, other files may not', async () => {
  await using site = await startSite()
  const policy = async (path: string) =>
    (await site.app.inject(path)).headers['cross-origin-resource-policy']
  expect(await policy('/share.png')).toBe('cross-origin')
  expect(await policy('/robots.txt')).toBeUndefined()
})

test.each(['/index.html', '/favicon.svg.br', '/pages.json', '/../secret'])(
  '%s is not found',
  async (path) => {
    await using site = await startSite()
    expect((await site.app.inject(path)).statusCode).toBe(404)
  },
)

async function startSite(appOrigin = 'https://dolph.example') {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-site-'))
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder, name), content)
  const app = Fastify()
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  await serveRootFiles(app, { folder, appOrigin })
  return {
    app,
    async [Symbol.asyncDispose]() {
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}
