import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { buildStorageEnv } from '../../testing/servers/test-storage.ts'
import { openS3Store, type S3StoreOptions } from './s3-store.ts'
import { StorageUnavailableError } from './file-store.ts'

const env = buildStorageEnv()
const STORE_OPTIONS: S3StoreOptions = {
  endpoint: env['S3_ENDPOINT'],
  region: 'us-east-1',
  bucket: env['S3_BUCKET'] ?? '',
  accessKeyId: env['S3_ACCESS_KEY_ID'] ?? '',
  secretAccessKey: env['S3_SECRET_ACCESS_KEY'] ?? '',
}
const generateFileName = () => `pictures/${randomBytes(8).toString('hex')}/512.webp`

test('a bucket stores and removes files, and removing one twice is no error', async () => {
  const files = openS3Store(STORE_OPTIONS)
  const [name, bytes] = [generateFileName(), randomBytes(10_000)]

  expect(await files.get(name)).toBeNull()
  await files.put(name, bytes, 'image/webp')
  expect(await files.get(name)).toEqual(bytes)
  await files.remove([name])
  await files.remove([name])
  expect(await files.get(name)).toBeNull()
  files.close()
})

test('a bucket lists the names with a prefix in order, page by page', async () => {
  const files = openS3Store(STORE_OPTIONS)
  const folder = `lists/${randomBytes(8).toString('hex')}/`
  const names = ['a', 'b', 'c'].map((name) => `${folder}${name}.jsonl`)
  for (const name of [names[1], names[2], names[0], `${folder.slice(0, -1)}-other.jsonl`])
    await files.put(name ?? '', Buffer.from('x'), 'application/jsonl')

  const first = await files.list(folder, { limit: 2 })
  expect(first).toEqual(names.slice(0, 2))
  expect(await files.list(folder, { limit: 2, after: first.at(-1) })).toEqual(names.slice(2))
  expect(await files.list(`${folder}none/`, { limit: 2 })).toEqual([])
  files.close()
})

test('a wrong secret is unavailable storage, and the error reveals no secret', async () => {
  const files = openS3Store({ ...STORE_OPTIONS, secretAccessKey: 'not the secret' })
  const failure = await files
    .put(generateFileName(), Buffer.from('x'), 'image/webp')
    .catch((error) => error)

  expect(failure).toBeInstanceOf(StorageUnavailableError)
  expect(JSON.stringify({ ...failure, message: failure.message })).toBe(
    '{"name":"StorageUnavailableError","message":"Storage failed: SignatureDoesNotMatch"}',
  )
  expect(failure.cause).toBeUndefined()
  files.close()
})

test('a request to storage that never answers times out', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const files = openS3Store({ ...STORE_OPTIONS, endpoint: `http://127.0.0.1:${port}` })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const start = Date.now()
  let failure: unknown
  const request = files.get(generateFileName()).catch((error: unknown) => (failure = error))
  while (failure === undefined) {
    // Large steps only while a connected attempt waits for its answer: the connection itself needs real time.
    vi.advanceTimersByTime(sockets.some(({ closed }) => !closed) ? 500 : 10)
    await wait(1)
  }
  await request

  expect(failure).toBeInstanceOf(StorageUnavailableError)
  expect(sockets).toHaveLength(2)
  expect(Date.now() - start).toBeLessThan(10_000)
  vi.useRealTimers()
  files.close()
  for (const socket of sockets) socket.destroy()
  silent.close()
})
