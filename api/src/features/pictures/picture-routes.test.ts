import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { createPrimaryReaders } from '../../platform/db/standbys/readers.ts'
import { StorageUnavailableError } from '../../platform/storage/file-store.ts'
import { openFolderStore } from '../../platform/storage/folder-store.ts'
import { pictureRoutes } from './picture-routes.ts'
import { insertPicture } from './pictures.ts'

/** Three of them fill the cache. */
const LARGE_BYTES = 12 * 1024 * 1024
const HOUR_MS = 3_600_000

test('a picture that storage sends slowly is served, however many others fill the cache meanwhile', async () => {
  await using site = await startPictures()
  const slow = Promise.withResolvers<Buffer | null>()
  const [slowUrl, missingUrl, ...otherUrls] = await site.createPictures(6)
  site.get.mockImplementation(async (name) => {
    if (`/${name}` === slowUrl) return slow.promise
    if (`/${name}` === missingUrl) return (await slow.promise) && null
    return Buffer.alloc(LARGE_BYTES)
  })

  const waiting = [slowUrl, missingUrl].map((url) => site.read(url))
  for (const url of otherUrls) expect((await site.read(url)).statusCode).toBe(200)
  slow.resolve(Buffer.from('slow'))

  const [found, missing] = await Promise.all(waiting)
  expect(found).toMatchObject({ statusCode: 200, body: 'slow' })
  expect(missing?.json()).toMatchObject({ message: 'Picture not found' })
})

test('an hour later a cached picture is read again, and while storage is down it is still served', async () => {
  await using site = await startPictures()
  const [url] = await site.createPictures(1)
  site.get.mockImplementation(async () => Buffer.from('picture'))
  for (let nth = 0; nth < 2; nth += 1) expect((await site.read(url)).body).toBe('picture')
  expect(site.get).toHaveBeenCalledTimes(1)

  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + HOUR_MS + 1)
  // The cache remembers the time for a millisecond: its timer ends before this one.
  await wait(2)
  site.get.mockImplementation(async () => Promise.reject(new StorageUnavailableError('down')))
  expect((await site.read(url)).body).toBe('picture')
  expect(site.get).toHaveBeenCalledTimes(2)
})

/** The routes on a storage whose `get` the test replaces. */
async function startPictures() {
  const database = await openTestDatabase()
  const { db } = database
  const files = openFolderStore(tmpdir())
  const get = vi.spyOn(files, 'get')
  const app = Fastify()
  await app.register(pictureRoutes, {
    readers: createPrimaryReaders(db),
    files,
    maySeeHidden: async () => false,
  })
  return {
    get,
    async createPictures(count: number): Promise<string[]> {
      const memberId = await createMemberFixture(db, 'ada')
      const keys = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
      for (const key of keys) await insertPicture(db, key, memberId)
      return keys.map((key) => `/pictures/${key}/96.webp`)
    },
    read: async (url = '') => app.inject(url),
    async [Symbol.asyncDispose]() {
      await app.close()
      await database[Symbol.asyncDispose]()
    },
  }
}
