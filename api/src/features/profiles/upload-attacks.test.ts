import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import { PICTURE_BYTES_MAX } from '@dolph/contract/pictures/pictures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../platform/db/database.ts'
import { isWebPWithoutMetadata } from '../pictures/webp.ts'
import { createHostileForms } from '../../testing/hostile-forms.ts'
import { createHostilePictures } from '../../testing/pictures/hostile-pictures.ts'
import { createNoisePicture } from '../../testing/pictures/picture-bytes.ts'
import { isReady, startProcess } from '../../testing/start-process.ts'
import { createSignedInMemberFixture, watchMemory } from '../../testing/signed-in-member-fixture.ts'
import { TEST_REDIS_URL } from '../../testing/start-app.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { buildStorageEnv } from '../../testing/servers/test-storage.ts'
import { listPictureFiles } from '../../testing/pictures/list-picture-files.ts'
import { buildMultipartForm, UPLOAD_TARGETS } from '../../testing/pictures/upload-picture-file.ts'
import { chooseSize, isLongRun } from '../../testing/test-size.ts'

const APP_ORIGIN = 'http://localhost:3000'
const MEMORY_GROWTH_MAX_MB = 50
/** 300 MB are sent, of which only a few files may be in memory at a time. */
const FLOOD_MEMORY_GROWTH_MAX_MB = 100
const CONCURRENCY = 4

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let api: Awaited<ReturnType<typeof startProcess>>
let caller: Awaited<ReturnType<typeof createSignedInMemberFixture>>
let photo: Buffer
/** A file of the maximum size. */
let largestFile: Buffer

beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url)
  api = await startProcess({
    NODE_ENV: 'test',
    ROLE: 'api',
    LIMITS: 'relaxed',
    LOG_LEVEL: 'error',
    APP_ORIGIN,
    DATABASE_URL: database.url,
    REDIS_URL: TEST_REDIS_URL,
    ...buildStorageEnv(),
  })
  caller = await createSignedInMemberFixture(db, api.url, APP_ORIGIN, 'eve')
  photo = await createNoisePicture(300, 200).jpeg().toBuffer()
  largestFile = Buffer.concat([photo, Buffer.alloc(PICTURE_BYTES_MAX - photo.length)])
  // Warm-up: the memory baseline is that of a process that has handled uploads before.
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: CONCURRENCY }, () => sendFile('profile', largestFile)))
  }
}, 60_000)
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await db.destroy()
  await database[Symbol.asyncDispose]()
})

interface UploadReply {
  status: number
  message: string
  url: string
  retryAfter: string | null
}

type Kind = keyof typeof UPLOAD_TARGETS

/** A connection that breaks is a reply with status 0, whose message is the cause. */
async function sendForm(kind: Kind, body: Buffer, type: string | null): Promise<UploadReply> {
  const reply = await fetch(api.url + UPLOAD_TARGETS[kind].url, {
    method: 'POST',
    headers: { ...caller.headers, ...(type !== null && { 'content-type': type }) },
    body: new Uint8Array(body),
  }).catch((error: unknown) => error)
  if (!(reply instanceof Response))
    return { status: 0, message: inspect(reply), url: '', retryAfter: null }
  const { message = '', url = '' } = (await reply.json()) as Partial<UploadReply>
  return { status: reply.status, message, url, retryAfter: reply.headers.get('retry-after') }
}

function sendFile(kind: Kind, bytes: Buffer): Promise<UploadReply> {
  const { body, type } = buildMultipartForm({ field: UPLOAD_TARGETS[kind].field, bytes })
  return sendForm(kind, body, type)
}

/** Runs the task for all items, `CONCURRENCY` at a time. */
async function forEachConcurrently<T>(items: T[], task: (item: T) => Promise<void>): Promise<void> {
  const remaining = [...items]
  const runNext = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift())
      await task(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runNext))
}

/** Whether all files of the picture at this URL are pictures that the server encoded. */
async function isGeneratedPicture(url: string): Promise<boolean> {
  const files = listPictureFiles(url).map(async (file) => {
    const reply = await fetch(api.url + file.url)
    const bytes = Buffer.from(await reply.arrayBuffer())
    const type = reply.headers.get('content-type')
    return type === 'image/webp' && isWebPWithoutMetadata(bytes, file.size)
  })
  return (await Promise.all(files)).every(Boolean)
}

async function countRows(): Promise<number> {
  return (await db.selectFrom('pictures').select('key').execute()).length
}

describe.each(['profile', 'text'] as const)('uploads of a %s picture', (kind) => {
  test('hostile files break nothing, and those accepted are stored re-encoded', async () => {
    // Both uploads share their decoder, so in the short form each gets every second file.
    const files = (await createHostilePictures()).filter(
      (_, index) => isLongRun || (index % 2 === 0) === (kind === 'profile'),
    )
    expect(files.length).toBeGreaterThan(chooseSize({ short: 35, long: 150 }))
    using memory = watchMemory(api.pid)
    const unexpected: string[] = []
    let stored = 0
    await forEachConcurrently(files, async ({ name, bytes, expectedResult }) => {
      const { status, message, url } = await sendFile(kind, bytes)
      if (status === 201) stored += 1
      const isExpected =
        (expectedResult === 'either' && status === 201 && (await isGeneratedPicture(url))) ||
        (expectedResult === 'too-many-pixels' &&
          status === 400 &&
          message.includes('too many pixels')) ||
        (expectedResult !== 'too-many-pixels' && status === 400)
      if (!isExpected) unexpected.push(`${name}: ${status} ${message}`)
    })

    expect(unexpected).toEqual([])
    expect(stored).toBeGreaterThan(5)
    expect(memory.growth()).toBeLessThan(MEMORY_GROWTH_MAX_MB)
    expect(await isReady(api.url)).toBe(true)
  }, 180_000)

  test('hostile forms are refused, and the declared name and type of a file are ignored', async () => {
    const forms = createHostileForms(photo, UPLOAD_TARGETS[kind].field)
    using memory = watchMemory(api.pid)
    const unexpected: string[] = []
    await forEachConcurrently(forms, async ({ name, type, body, expectedResult }) => {
      const { status, message, url } = await sendForm(kind, body, type)
      const isExpected =
        (expectedResult !== 'stored' && status === 400) ||
        (expectedResult !== 'refused' && status === 201 && (await isGeneratedPicture(url)))
      if (!isExpected) unexpected.push(`${name}: ${status} ${message}`)
    })

    expect(unexpected).toEqual([])
    expect(memory.growth()).toBeLessThan(MEMORY_GROWTH_MAX_MB)
  }, 60_000)

  test('aborted uploads leave nothing behind that delays the next one', async () => {
    const { body, type } = buildMultipartForm({
      field: UPLOAD_TARGETS[kind].field,
      bytes: largestFile,
    })
    const rowsBefore = await countRows()
    for (let index = 0; index < 30; index += 1) {
      const call = request(api.url + UPLOAD_TARGETS[kind].url, {
        method: 'POST',
        headers: { ...caller.headers, 'content-type': type, 'content-length': body.length },
      })
      call.on('error', () => {})
      call.write(body.subarray(0, (index + 1) * 50_000))
      await wait(20)
      call.destroy()
    }

    // A server that has not yet noticed the last aborts may answer 503 for a moment; a slot that was lost would stay lost.
    await expect
      .poll(async () => (await sendFile(kind, photo)).status, { timeout: 10_000 })
      .toBe(201)
    expect(await countRows()).toBe(rowsBefore + 1)
  }, 60_000)
})

test('sixty concurrent large uploads of both kinds are stored or get 503 with retry-after, and memory stays bounded', async () => {
  using memory = watchMemory(api.pid)
  const kinds = ['profile', 'text'] as const
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => sendFile(kinds[index % 2] ?? 'text', largestFile)),
  )
  const stored = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 503)
  const others = answers.filter(({ status }) => status !== 201 && status !== 503)

  expect(stored.length).toBeGreaterThan(0)
  expect(others).toEqual([])
  expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
  expect(memory.growth()).toBeLessThan(FLOOD_MEMORY_GROWTH_MAX_MB)
  for (const kind of kinds) expect((await sendFile(kind, photo)).status).toBe(201)
}, 60_000)
