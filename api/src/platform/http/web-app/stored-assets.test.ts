import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { StorageUnavailableError, type FileStore } from '../../storage/file-store.ts'
import { openFolderStore } from '../../storage/folder-store.ts'
import { storeAssets, storeAssetsIfPossible } from '../../storage/store-assets.ts'
import { StoredAssets } from './stored-assets.ts'
import { webApp } from './web-app.ts'

test('a process serves the assets of another release, which were stored before', async () => {
  await using release = await createRelease({ 'old-h1.js': 'export {}', 'old-h1.js.br': 'packed' })
  await using site = await startSite(release.files)
  expect(await storeAssets(release.files, release.folder)).toBe(1)

  const reply = await site.app.inject('/assets/old-h1.js')

  expect(reply.statusCode).toBe(200)
  expect(reply.body).toBe('export {}')
  expect(reply.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await site.app.inject('/assets/own.css')).body).toBe('own')
  // Browsers ask whether a file is still there.
  for (const [url, status] of Object.entries({
    '/assets/old-h1.js': 200,
    '/assets/own.css': 200,
    '/assets/gone-h1.js': 404,
  }))
    expect((await site.app.inject({ method: 'HEAD', url })).statusCode).toBe(status)
})

test('a stored asset is never replaced by another content', async () => {
  await using release = await createRelease({ 'a-h1.js': 'first' })
  await storeAssets(release.files, release.folder)
  await using other = await createRelease({ 'a-h1.js': 'second', 'b-h2.css': 'more' })

  await storeAssets(release.files, other.folder)

  expect(String(await release.files.get('assets/a-h1.js'))).toBe('first')
  expect(String(await release.files.get('assets/b-h2.css'))).toBe('more')
})

test.each([
  '/assets/missing.js',
  '/assets/..%2fpictures%2fa.webp',
  '/assets/%2e%2e/own.css',
  '/assets/a/b.js',
  '/assets/a.html',
  '/assets/a.js%00',
  `/assets/${'a'.repeat(81)}.js`,
])('%s is not found', async (path) => {
  await using release = await createRelease({})
  const get = vi.spyOn(release.files, 'get')
  await using site = await startSite(release.files)

  const reply = await site.app.inject(path)

  expect([400, 404]).toContain(reply.statusCode)
  expect(get.mock.calls.flat()).toEqual(path === '/assets/missing.js' ? ['assets/missing.js'] : [])
})

test('concurrent requests read storage once; a missing name is not asked for again', async () => {
  await using release = await createRelease({ 'a-h1.js': 'code' })
  await storeAssets(release.files, release.folder)
  const get = vi.spyOn(release.files, 'get')
  const assets = new StoredAssets(release.files)

  const replies = await Promise.all(Array.from({ length: 50 }, () => assets.read('a-h1.js')))
  expect(replies.every((reply) => reply?.body.toString() === 'code')).toBe(true)
  expect(await assets.read('gone-h2.js')).toBeNull()
  expect(await assets.read('gone-h2.js')).toBeNull()

  expect(get).toHaveBeenCalledTimes(2)
})

test('while storage is away an asset is not found, and found as soon as it is back', async () => {
  await using release = await createRelease({ 'a-h1.js': 'code' })
  await storeAssets(release.files, release.folder)
  vi.spyOn(release.files, 'get').mockRejectedValueOnce(new StorageUnavailableError('away'))
  const assets = new StoredAssets(release.files)

  expect(await assets.read('a-h1.js')).toBeNull()
  expect((await assets.read('a-h1.js'))?.body.toString()).toBe('code')
})

test('more names at once than may wait for storage are refused without asking it', async () => {
  const { promise, resolve } = Promise.withResolvers<null>()
  const get = vi.fn<FileStore['get']>(() => promise)
  const assets = new StoredAssets({ get } as unknown as FileStore)

  const reading = Promise.all(
    Array.from({ length: 200 }, (_, nth) => assets.read(`invented-${nth}.js`)),
  )
  resolve(null)

  expect(new Set(await reading)).toEqual(new Set([null]))
  expect(get.mock.calls.length).toBeLessThanOrEqual(8 + 64)
})

test('an upgrade goes on when storage is away, and says so', async () => {
  const lines: string[] = []
  const put = async () => {
    throw new StorageUnavailableError('No storage is configured')
  }
  await using release = await createRelease({ 'a-h1.js': 'code' })
  const files = { ...release.files, get: put, put }

  await storeAssetsIfPossible(files, (line) => void lines.push(line), release.folder)

  expect(lines).toEqual([expect.stringContaining('not stored (No storage is configured)')])
})

/** A folder with the assets of a release, and storage. */
async function createRelease(assets: Record<string, string>) {
  const directory = await mkdtemp(join(tmpdir(), 'dolph-assets-'))
  const folder = join(directory, 'assets')
  await mkdir(folder)
  await Promise.all(
    Object.entries(assets).map(([name, text]) => writeFile(join(folder, name), text)),
  )
  return {
    folder,
    files: openFolderStore(join(directory, 'stored')),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
  }
}

/** A process of a release whose only asset is `own.css`. */
async function startSite(files: FileStore) {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-site-'))
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  await writeFile(join(folder, 'pages.json'), '[]')
  await writeFile(join(folder, 'client/404.html'), '<title>Page not found</title>')
  await writeFile(join(folder, 'client/assets/own.css'), 'own')
  const app = Fastify()
  app.decorate('pageRenderers', new Map())
  await app.register(webApp, { folder, appOrigin: 'https://dolph.example', files })
  app.setErrorHandler(async (_error, _request, reply) => reply.code(404).send())
  return {
    app,
    async [Symbol.asyncDispose]() {
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}
