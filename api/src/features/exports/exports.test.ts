import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createComment } from '@dolph/contract/comments/comments'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { EXPORTED, type ExportKind } from '@dolph/contract/exports/exported-data'
import * as contract from '@dolph/contract/exports/exports'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { listNotifications } from '@dolph/contract/notifications/notifications'
import { createPost } from '@dolph/contract/posts/posts'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { features } from '../../features.ts'
import { StorageUnavailableError } from '../../platform/storage/file-store.ts'
import { eraseMember } from '../../privacy/erase-member.ts'
import { listExportSections } from '../../privacy/exports/read-member-export.ts'
import type { Browser } from '../../testing/browser.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { deliverPendingEvents } from '../../testing/events/deliver-pending-events.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import { uploadPictureFile, extractPictureKey } from '../../testing/pictures/upload-picture-file.ts'
import { createNoisePicture } from '../../testing/pictures/picture-bytes.ts'
import { readZip } from '../../testing/read-zip.ts'
import { runJobs } from '../../testing/run-jobs.ts'
import { listStoredNames } from '../../testing/servers/test-storage.ts'
import { proveMember, signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { chooseSize } from '../../testing/test-size.ts'
import { notificationSubscribers } from '../notifications/subscribers.ts'
import { deleteRestoredExports } from './erase-exports.ts'
import { EXPORT_FOLDER } from './export-files.ts'
import { deleteExpiredExports } from './exports.ts'
import { exportJobs } from './jobs.ts'
import { createMakeExportJob } from './make-export.ts'

const WORKER_PROCESS = new URL('./testing/make-export-process.ts', import.meta.url)
const LIKES = chooseSize({ short: 8_000, long: 95_000 })
const MESSAGES = 5_000
/** What people wrote that must not run, nor leave its element. */
const HOSTILE = '</dd><script>alert(1)</script><img src=x onerror="alert(2)">&amp;'

let api: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  return () => api[Symbol.asyncDispose]()
})

const makeExportJob = createMakeExportJob(listExportSections(features))
let number = 0

describe('a copy of the data of a member', { timeout: 60_000 }, () => {
  test('has what the member wrote and got, as JSON, Markdown and pages that run nothing', async () => {
    const [ada, bob] = [await signIn(), await signIn()]
    const noise = await createNoisePicture(600, 600).jpeg().toBuffer()
    const upload = await uploadPictureFile(ada.browser, noise)
    const { profilePicture } = upload.json<{ profilePicture: string }>()
    await ada.browser.call(updateProfile, { body: { bio: HOSTILE, profilePicture } })
    const { data: post } = await ada.browser.call(createPost, {
      body: { title: 'Tide & <b>clock</b>', type: 'showcase', body: `# Tide\n\n${HOSTILE}` },
    })
    const say = async (by: Member, content: string, parentId?: string) =>
      by.browser.call(createComment, { body: { postId: post._id, content, parentId } })
    const { data: first } = await say(bob, 'How does it work?')
    await say(ada, 'With a motor.', first._id)
    await ada.browser.call(sendMessage, { body: { recipientId: bob.id, content: HOSTILE } })
    await bob.browser.call(sendMessage, { body: { recipientId: ada.id, content: 'Hello Ada' } })

    const files = readZip(await makeAndDownload(ada))
    const text = (name: string) => files.get(name)?.toString() ?? ''
    for (const [kind, schema] of Object.entries(EXPORTED)) {
      const items: unknown = JSON.parse(text(`data/${kind}.json`))
      for (const item of Array.isArray(items) ? items : [null])
        expect(schema.parse(item), kind).toEqual(item)
    }
    expect(readItems(files, 'messages')).toMatchObject([
      { peer: bob.name, isMine: true, content: HOSTILE },
      { peer: bob.name, isMine: false, content: 'Hello Ada' },
    ])
    const markdown = text([...files.keys()].find((name) => name.startsWith('posts/')) ?? '')
    expect(markdown).toContain('# Tide & <b>clock</b>\n')
    expect(markdown).toMatch(
      /## Comments\n\n\*\*@\w+\*\*, .*\n\nHow does it work\?\n\n> \*\*@\w+\*\*, .*\n>\n> With a motor\./,
    )
    expect(text('pages/messages.html')).toContain(`<h2>@${bob.name}</h2>`)
    const pages = [...files.keys()].filter((name) => name.endsWith('.html'))
    expect(pages).toContain('index.html')
    for (const name of pages) {
      expect(text(name), name).not.toMatch(/<script|onerror="/)
      expect(text(name), name).toContain(`content="default-src 'none';`)
    }
    expect(text('pages/messages.html')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    const key = extractPictureKey(upload)
    expect(files.get(`pictures/${key}/512.webp`)?.subarray(8, 12).toString()).toBe('WEBP')
    expect([...files.values()].join('')).not.toMatch(/argon2|token_hash|bob.*@example\.test/)
  })

  test('is for its member alone, with proof, and for as long as it is kept', async () => {
    const [ada, bob] = [await signIn(), await signIn()]
    await makeAndDownload(ada)
    const reply = await download(ada)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="dolph-copy.zip"',
      'cache-control': 'no-store',
      'content-length': String(reply.rawPayload.length),
    })
    expect((await ada.browser.request('HEAD' as 'GET', contract.EXPORT_FILE_URL)).statusCode).toBe(
      200,
    )
    expect((await download(bob)).statusCode).toBe(404)
    expect((await api.visitor.request('GET', contract.EXPORT_FILE_URL)).statusCode).toBe(401)
    const carl = await signInNewMember(api, 'carl')
    const unproved = await carl.request('GET', contract.EXPORT_FILE_URL)
    expect(unproved.json()).toMatchObject({ code: 'proof-needed' })
    expect((await carl.send(contract.startExport, {})).json()).toMatchObject({
      code: 'proof-needed',
    })
    await expire(ada)
    expect((await download(ada)).statusCode).toBe(404)
    expect(await readState(ada)).toEqual({ state: 'none' })
  })

  test('can be made once a day, and the next one replaces it', async () => {
    const ada = await signIn()
    await makeAndDownload(ada)
    const { key } = await readRow(ada)
    const refused = await ada.browser.send(contract.startExport, {})
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      expect.objectContaining({ message: contract.EXPORT_TOO_SOON }),
    ])
    const ready = await readState(ada)
    expect(ready).toMatchObject({ state: 'ready' })
    await sql`update exports set requested_at = now() - interval '25 hours' where member_id = ${ada.id}`.execute(
      api.db,
    )
    await makeAndDownload(ada)
    await runJobs(api, exportJobs)
    expect((await readRow(ada)).key).not.toBe(key)
    expect(await listStoredNames(`${EXPORT_FOLDER}${key}/`)).toEqual([])
  })

  test('is one, however many browsers ask for it at once', async () => {
    const ada = await signIn()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => ada.browser.send(contract.startExport, {})),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202, 202])
    const { rows } = await sql`select from graphile_worker.jobs
      where task_identifier = 'make-export' and key = ${`make-export ${(await readRow(ada)).key}`}`.execute(
      api.db,
    )
    expect(rows).toHaveLength(1)
  })

  test('is notified of, with a link to the settings alone', async () => {
    const ada = await signIn()
    await makeAndDownload(ada)
    await deliverPendingEvents(api, [notificationSubscribers])
    const { data } = await ada.browser.call(listNotifications, { querystring: {} })
    expect(data).toMatchObject([{ kind: 'export-ready', to: '/settings#data', post: null }])
  })

  test('goes with the account, also while it is being made', async () => {
    const ada = await signIn()
    await ada.browser.call(contract.startExport, {})
    const { key } = await readRow(ada)
    // The account is deleted while a part is being stored.
    let isErased = false
    const files: typeof api.files = {
      ...api.files,
      put: async (...args) => {
        await api.files.put(...args)
        if (!isErased) await eraseMember(api, features, ada.id)
        isErased = true
      },
    }
    await runJobs({ ...api, files }, [makeExportJob])
    await runJobs(api, exportJobs)
    expect(isErased).toBe(true)
    expect(await listStoredNames(`${EXPORT_FOLDER}${key}/`)).toEqual([])
    expect(
      await api.db.selectFrom('exports').select('key').where('key', '=', key).execute(),
    ).toEqual([])
  })

  test('that has expired is deleted with its files', async () => {
    const ada = await signIn()
    await makeAndDownload(ada)
    const { key } = await readRow(ada)
    await expire(ada)
    await deleteExpiredExports(api.db)
    await runJobs(api, exportJobs)
    expect(await listStoredNames(`${EXPORT_FOLDER}${key}/`)).toEqual([])
    expect(
      await api.db.selectFrom('exports').select('key').where('key', '=', key).execute(),
    ).toEqual([])
  })
})

describe('while storage is away', { timeout: 60_000 }, () => {
  const away: Pick<typeof api.files, 'put' | 'get'> = {
    put: async () => Promise.reject(new StorageUnavailableError('away')),
    get: async () => Promise.reject(new StorageUnavailableError('away')),
  }

  test('a copy waits, says when it goes on, and is made in the end', async () => {
    const ada = await signIn()
    await ada.browser.call(contract.startExport, {})
    await runJobs({ ...api, files: { ...api.files, ...away } }, [makeExportJob])
    const failed = await readState(ada)
    expect(failed).toMatchObject({ state: 'failed' })
    const wait = failed.state === 'failed' ? Date.parse(failed.retryAt) - Date.now() : 0
    expect(wait).toBeGreaterThan(30_000)
    expect(wait).toBeLessThan(90_000)
    // Asking again changes nothing.
    expect((await ada.browser.call(contract.startExport, {})).data).toEqual(failed)
    await finishExport(ada)
  })

  test('a copy cannot be downloaded, and the reply says so', async () => {
    const ada = await signIn()
    await makeAndDownload(ada)
    await using other = await startApp({
      env: { LIMITS: 'relaxed', S3_ENDPOINT: 'http://127.0.0.1:1' },
      shareWith: api,
    })
    const browser = other.browser()
    for (const [name, value] of ada.browser.cookies) browser.cookies.set(name, value)
    const reply = await browser.request('GET', contract.EXPORT_FILE_URL)
    expect([reply.statusCode, reply.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable' }),
    ])
  })
})

test('a restored database forgets the copies, whose files are in no backup', async () => {
  const ada = await signIn()
  await makeAndDownload(ada)
  const { key } = await readRow(ada)
  await deleteRestoredExports(api.db)
  await runJobs(api, exportJobs)
  expect(await readState(ada)).toEqual({ state: 'none' })
  expect(await listStoredNames(`${EXPORT_FOLDER}${key}/`)).toEqual([])
})

test('lost parts are made again', async () => {
  const ada = await signIn()
  await ada.browser.call(contract.startExport, {})
  const { key } = await readRow(ada)
  let hasLost = false
  const files: typeof api.files = {
    ...api.files,
    get: async (name) => {
      if (hasLost || !name.includes(key)) return api.files.get(name)
      hasLost = true
      return null
    },
  }
  await runJobs({ ...api, files }, [makeExportJob])
  expect(await readState(ada)).toMatchObject({ state: 'failed', done: 0 })
  await finishExport(ada)
})

test('after two kills of the worker a copy has every row and message once, in order', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  await ada.browser.call(sendMessage, { body: { recipientId: bob.id, content: 'Message 0' } })
  await sql`
    insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
    select id_in_shard(shard, clock_timestamp() + make_interval(secs => number)), shard, conversation_id,
      case when number % 2 = 0 then ${ada.id}::uuid else ${bob.id}::uuid end, 'Message ' || number, clock_timestamp()
    from messages, generate_series(1, ${MESSAGES - 1}::int) as number
    where content = 'Message 0' and sender_id = ${ada.id}`.execute(api.db)
  await sql`
    insert into post_likes (member_id, post_id) select ${ada.id}, uuid_v7() from generate_series(1, ${LIKES}::int)`.execute(
    api.db,
  )
  await createPostFixture(api.db, ada.id)
  await ada.browser.call(contract.startExport, {})

  const isPart = (name: string) => name.endsWith('.jsonl')
  await killWorkerAfter(4, isPart)
  const afterFirst = await readState(ada)
  expect(afterFirst).toMatchObject({ state: 'making' })
  await killWorkerAfter(1, (name) => !isPart(name))
  const row = await readRow(ada)
  expect(row.state).toBe('making')
  expect(row.done).toBeGreaterThanOrEqual(LIKES + MESSAGES)
  await sql`select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker.jobs where locked_by is not null`.execute(
    api.db,
  )
  await finishExport(ada)

  const files = readZip((await download(ada)).rawPayload)
  const messages = readItems(files, 'messages')
  expect(messages.map((item) => EXPORTED.messages.parse(item).content)).toEqual(
    Array.from({ length: MESSAGES }, (_, index) => `Message ${index}`),
  )
  const { rows } = await sql<{
    id: string
  }>`select post_id as id from post_likes where member_id = ${ada.id} order by post_id`.execute(
    api.db,
  )
  const likes = readItems(files, 'likes').map((item) => EXPORTED.likes.parse(item).post)
  expect(likes).toEqual(rows.map(({ id }) => id))
  const names = await listStoredNames(`${EXPORT_FOLDER}${row.key}/`)
  expect(names.every((name) => name.endsWith('.zip'))).toBe(true)
  expect(names).toHaveLength((await readRow(ada)).pieces ?? 0)
}, 120_000)

test('the progress costs one query', async () => {
  const ada = await signIn()
  await readState(ada)
  const queries = countQueries(api)
  queries.count = 0
  await readState(ada)
  // The session is looked up once a second.
  expect(queries.count).toBeLessThanOrEqual(2)
})

interface Member {
  id: string
  name: string
  browser: Browser
}

async function signIn(): Promise<Member> {
  const name = `exporter${(number += 1)}`
  const browser = await signInNewMember(api, name)
  await proveMember(browser)
  const { _id: id } = await browser.call(getViewer, {})
  return { id, name, browser }
}

async function makeAndDownload(member: Member): Promise<Buffer> {
  const { data } = await member.browser.call(contract.startExport, {})
  expect(data.state).toBe('making')
  await finishExport(member)
  const reply = await download(member)
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return reply.rawPayload
}

/** Runs the job until the copy is ready: on a busy machine a call to storage may take too long, and the copy waits. */
async function finishExport(member: Member): Promise<void> {
  await expect
    .poll(
      async () => {
        await sql`update graphile_worker._private_jobs set run_at = now() where key like 'make-export %'`.execute(
          api.db,
        )
        await runJobs(api, [makeExportJob])
        return (await readState(member)).state
      },
      { timeout: 60_000 },
    )
    .toBe('ready')
}

async function download({ browser }: Member) {
  return browser.request('GET', contract.EXPORT_FILE_URL)
}

async function readState({ browser }: Member): Promise<contract.MemberExport> {
  return (await browser.call(contract.readExport, {})).data
}

async function readRow({ id }: Member) {
  return api.db
    .selectFrom('exports')
    .selectAll()
    .where('member_id', '=', id)
    .executeTakeFirstOrThrow()
}

async function expire({ id }: Member): Promise<void> {
  await sql`update exports set expires_at = now() where member_id = ${id}`.execute(api.db)
}

function readItems(files: Map<string, Buffer>, kind: ExportKind): unknown[] {
  return JSON.parse(files.get(`data/${kind}.json`)?.toString() ?? '') as unknown[]
}

/** Starts a worker in a process of its own, and kills it once it has stored so many files of a kind. */
async function killWorkerAfter(count: number, isCounted: (name: string) => boolean): Promise<void> {
  const { APP_ORIGIN, DATABASE_URL, REDIS_URL, S3_ENDPOINT, S3_REGION } = api.config
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = api.config
  const worker = fork(WORKER_PROCESS, {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      ...{ APP_ORIGIN, DATABASE_URL, REDIS_URL, S3_ENDPOINT, S3_REGION },
      ...{ S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY },
    },
  })
  let seen = 0
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (name: string) => {
      if (isCounted(name)) seen += 1
      if (seen === count) resolve()
    })
    worker.once('exit', () => reject(new Error('The worker ended by itself')))
  })
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}
