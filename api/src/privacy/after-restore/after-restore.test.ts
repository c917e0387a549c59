import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logIn } from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { listMessages } from '@dolph/contract/messaging/messaging'
import { browsePosts, readPost } from '@dolph/contract/posts/posts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { ERASURE_KINDS } from '../erasures/erasure-kinds.ts'
import { adoptInstallation, selectInstallation } from '../erasures/installation.ts'
import { openErasureList } from '../erasures/open-erasure-list.ts'
import { compareWithList } from '../erasures/restored-database.ts'
import { shipErasures } from '../erasures/ship-erasures.ts'
import { grantRole } from '../../features/review/staff.ts'
import { startWithWriters } from '../../features/notifications/testing/start-with-writers.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { listStoredNames } from '../../testing/servers/test-storage.ts'
import { PASSWORD } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { PICTURE_FOLDERS } from '../../features/pictures/picture-folders.ts'
import { workerTasks } from '../../worker-tasks.ts'
import { describeRestore, runAfterRestore } from './after-restore.ts'
import { giveUpMails, MAIL_JOBS } from './give-up-mails.ts'
import { repetitions } from './repeat-erasures.ts'
import {
  continueIn,
  createErasableContent,
  eraseContent,
  SECRET_WORD,
} from './testing/erasable-content.ts'

/** The vocabulary of the search has bare words, and loses unused ones within two days. */
const VOCABULARY = ['public.search_suffixes', 'public.search_words']

test('what was erased after a backup is found nowhere once the backup is restored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-backup-'))
  const options = {
    redisPrefix: `${randomUUID()}:`,
    env: { LIMITS: 'relaxed', BACKUP_FOLDER: folder },
  }
  await using live = await cloneDatabase()
  const startOn = (database: typeof live) =>
    startApp({ ...options, shareWith: { database, redisPrefix: options.redisPrefix } })
  const content = await useApp(await startOn(live), async (api) => {
    const created = await createErasableContent(api)
    await grantRole(api.db, 'bob', 'moderator', 'test')
    return created
  })
  await using backup = await cloneDatabase(new URL(live.url).pathname.slice(1))
  const backupTime = new Date()
  const erasures = await useApp(await startOn(live), async (api) => {
    await eraseContent(api, content)
    const list = openErasureListOf(api)
    await api.db.transaction().execute((tx) => shipErasures(tx, list))
    return list.readSince(backupTime)
  })
  expect(new Set(erasures.map(({ kind }) => kind))).toEqual(new Set(ERASURE_KINDS))

  await using restored = await startOn(backup)
  const { db } = restored
  const list = openErasureListOf(restored)
  expect(await compareWithList(db, list)).toContain('was restored from a backup')
  const hitsBefore = await findTablesWith(db, [SECRET_WORD, ...content.pictureKeys])
  for (const table of [
    'posts',
    'comments',
    'updates',
    'roles',
    'members',
    'pictures',
    'message_pictures',
    'passkeys',
  ])
    expect(hitsBefore).toContain(`public.${table}`)

  const report = await runAfterRestore(restored, list, { time: backupTime })

  expect(await compareWithList(db, list)).toBeUndefined()
  expect(await findTablesWith(db, [SECRET_WORD])).toEqual(VOCABULARY)
  // The list itself has the keys of erased pictures.
  expect(await findTablesWith(db, content.pictureKeys)).toEqual(['public.erasures'])
  for (const key of content.pictureKeys)
    for (const stored of Object.values(PICTURE_FOLDERS))
      expect(await listStoredNames(`${stored}${key}/`)).toEqual([])
  const { data } = await restored.visitor.call(browsePosts, { querystring: { q: SECRET_WORD } })
  expect(data).toEqual([])
  expect(report).toMatchObject({ erasures: erasures.length, sessions: 3 })
  const description = describeRestore(report, backupTime)
  expect(description).toContain('Everybody has to log in again')
  expect(description).toContain('moderator: dolph admin staff revoke bob --yes')

  const bob = continueIn(restored, content.bob)
  expect((await bob.send(getViewer, {})).statusCode).toBe(401)
  await bob.call(logIn, { body: { email: 'bob@example.test', password: PASSWORD } })
  const messages = await bob.request('GET', listMessages.url.replace(':userId', content.adaId))
  expect(messages.json<unknown[]>()).toEqual([])
  const kept = await bob.call(readPost, { params: { id: content.kept } })
  expect(kept.data).toMatchObject({ title: 'Tide clock', cover: null, commentCount: 1 })

  // A second run, as after an interruption, finds nothing to do.
  expect(await runAfterRestore(restored, list, { time: backupTime })).toMatchObject({
    sessions: 1,
    mails: 0,
  })
  await rm(folder, { recursive: true })
})

test('the list of another installation is not repeated unless the operator confirms that it is their own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-backup-'))
  await using api = await startApp({ env: { BACKUP_FOLDER: folder } })
  const { db } = api
  const list = openErasureListOf(api)
  const post = await createPostFixture(db, await createMemberFixture(db, 'ada'))
  const time = new Date()
  await db.insertInto('erasures').values({ kind: 'post', subject: post }).execute()
  await db.transaction().execute((tx) => shipErasures(tx, list))
  const listed = await selectInstallation(db)
  await adoptInstallation(db, randomUUID())
  const listPosts = () => db.selectFrom('posts').select('id').execute()

  await expect(runAfterRestore(api, list, { time })).rejects.toThrow(`--installation ${listed}`)
  const wrong = { time, installation: randomUUID() }
  await expect(runAfterRestore(api, list, wrong)).rejects.toThrow(`--installation ${listed}`)
  expect(await listPosts()).toEqual([{ id: post }])

  await runAfterRestore(api, list, { time, installation: listed })
  expect(await listPosts()).toEqual([])
  expect(await selectInstallation(db)).toBe(listed)
  await rm(folder, { recursive: true })
})

test('lines of an older release, which name no installation, are repeated', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-backup-'))
  await using api = await startApp({ env: { BACKUP_FOLDER: folder } })
  const { db } = api
  const list = openErasureListOf(api)
  const post = await createPostFixture(db, await createMemberFixture(db, 'ada'))
  const time = new Date()
  const { rows } = await sql<{ id: string }>`select uuid_v7() as id`.execute(db)
  await list.append([{ id: rows[0]?.id ?? '', kind: 'post', subject: post, by: 'dolph-api/0.1' }])

  await runAfterRestore(api, list, { time })

  expect(await db.selectFrom('posts').select('id').execute()).toEqual([])
  await rm(folder, { recursive: true })
})

test('what was deleted by hand is erased again only if the operator says so', async () => {
  await using restored = await startWithErasedPost({ madeBy: 'psql' })
  const { api, list, time, post, listPosts } = restored

  await expect(runAfterRestore(api, list, { time })).rejects.toThrow('1 × post by psql')
  await runAfterRestore(api, list, { time, byHand: 'skip' })
  expect(await listPosts()).toEqual([{ id: post }])
  await runAfterRestore(api, list, { time, byHand: 'repeat' })
  expect(await listPosts()).toEqual([])
})

test('what a program without a name erased, as an older release, is erased again unless the operator refuses', async () => {
  await using restored = await startWithErasedPost({ madeBy: '' })
  const { api, list, time, post, listPosts } = restored

  await runAfterRestore(api, list, { time, byHand: 'skip', unnamed: 'skip' })
  expect(await listPosts()).toEqual([{ id: post }])
  const report = await runAfterRestore(api, list, { time, byHand: 'skip' })
  expect(await listPosts()).toEqual([])
  expect(describeRestore(report, time)).toContain('1 of the erasures are by a program without')
})

test('unread messages of the backup, about which mails may have been sent, are not mailed about', async () => {
  await using stack = await startWithWriters()
  await stack.send(stack.ada, stack.bob)
  await stack.db.transaction().execute(giveUpMails)
  await stack.search(2 * 3_600_000)
  expect(await stack.countMails()).toBe(0)
})

test('every kind of erasure can be repeated, and every job that leads to a mail exists', () => {
  expect(Object.keys(repetitions).toSorted()).toEqual([...ERASURE_KINDS].toSorted())
  const names = workerTasks.jobs.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(MAIL_JOBS))
})

type Api = Awaited<ReturnType<typeof startApp>>

async function useApp<T>(api: Api, use: (api: Api) => Promise<T>): Promise<T> {
  await using app = api
  return await use(app)
}

function openErasureListOf({ config }: Api) {
  const list = openErasureList(config)
  if (!list) throw new Error('No backup folder is set')
  return list
}

/** The tables, of the product and of its queue, that have one of these texts in any column. */
async function findTablesWith(db: Database, texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'graphile_worker') and relkind in ('r', 'p') and not relispartition order by 1
  `.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await sql`
      select from ${sql.raw(name)} as line where exists (
        select from unnest(${texts}::text[]) as text where strpos(lower(line::text), lower(text)) > 0) limit 1
    `.execute(db)
    if (hit.rows.length > 0) found.push(name)
  }
  return found
}

/** A server whose list of erasures names a post, which is still in the database. */
async function startWithErasedPost({ madeBy }: { madeBy: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-backup-'))
  const api = await startApp({ env: { BACKUP_FOLDER: folder } })
  const { db } = api
  const list = openErasureListOf(api)
  const post = await createPostFixture(db, await createMemberFixture(db, 'ada'))
  const time = new Date()
  await sql`insert into erasures (kind, subject, made_by) values ('post', ${post}, ${madeBy})`.execute(
    db,
  )
  await db.transaction().execute((tx) => shipErasures(tx, list))
  return {
    api,
    list,
    time,
    post,
    listPosts: () => db.selectFrom('posts').select('id').execute(),
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}
