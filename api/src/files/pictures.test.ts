import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { createMemberFixture } from '../testing/fixtures.ts'
import { startWorkerStack } from '../testing/start-worker-stack.ts'
import { listStoredNames } from '../testing/test-storage.ts'
import { pictureJobs } from './jobs.ts'
import {
  deleteMemberPictures,
  deleteUnusedPictures,
  insertPicture,
  markPictureStored,
  buildPictureFileName,
  setProfilePicture,
} from './pictures.ts'
import type { FileStore } from './file-store.ts'

const LONG_AGO = '2026-01-01T00:00:00Z'
const BYTES = Buffer.from('a picture')

interface PictureDeps {
  db: Database
  files: FileStore
}

async function createPictureFixture(
  { db, files }: PictureDeps,
  memberId: string,
  uploadedAt?: string,
) {
  const key = randomBytes(32).toString('base64url')
  await insertPicture(db, key, memberId)
  await files.put(buildPictureFileName(key, 'large'), BYTES, 'image/webp')
  await files.put(buildPictureFileName(key, 'small'), BYTES, 'image/webp')
  await markPictureStored(db, key)
  if (uploadedAt) {
    await db
      .updateTable('pictures')
      .set({ uploaded_at: uploadedAt })
      .where('key', '=', key)
      .execute()
  }
  return key
}

const setPicture = (db: Database, memberId: string, key: string | null) =>
  db.transaction().execute((tx) => setProfilePicture(tx, memberId, key))

async function readPictureInUse(
  db: Database,
  memberId: string,
): Promise<string | null | undefined> {
  const member = db.selectFrom('members').select('picture').where('id', '=', memberId)
  return (await member.executeTakeFirst())?.picture
}

async function listPictureKeys(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('pictures').select('key').orderBy('uploaded_at').execute()
  return rows.map(({ key }) => key)
}

const isStored = async (key: string) => (await listStoredNames(`pictures/${key}/`)).length > 0

test('a member wears a picture, changes it and takes it off, and what was worn is gone from storage', async () => {
  await using work = await startWorkerStack()
  await work.startWorker(pictureJobs)
  const ada = await createMemberFixture(work.db, 'ada')
  const [first, second] = [
    await createPictureFixture(work, ada),
    await createPictureFixture(work, ada),
  ]

  expect(await setPicture(work.db, ada, first)).toBe(true)
  expect(await setPicture(work.db, ada, first)).toBe(true)
  expect(await listPictureKeys(work.db)).toHaveLength(2)
  expect(await setPicture(work.db, ada, second)).toBe(true)
  expect(await readPictureInUse(work.db, ada)).toBe(second)
  await expect.poll(() => isStored(first), { timeout: 10_000 }).toBe(false)
  expect(await isStored(second)).toBe(true)

  expect(await setPicture(work.db, ada, null)).toBe(true)
  expect(await readPictureInUse(work.db, ada)).toBeNull()
  expect(await listPictureKeys(work.db)).toEqual([])
  await expect.poll(() => isStored(second), { timeout: 10_000 }).toBe(false)
})

test('nobody wears what is not theirs, is not there or is not all stored', async () => {
  await using work = await startWorkerStack()
  const [ada, bob] = [
    await createMemberFixture(work.db, 'ada'),
    await createMemberFixture(work.db, 'bob'),
  ]
  const [own, theirs] = [
    await createPictureFixture(work, ada),
    await createPictureFixture(work, bob),
  ]
  const unfinished = randomBytes(32).toString('base64url')
  await insertPicture(work.db, unfinished, ada)
  await setPicture(work.db, ada, own)

  for (const key of [theirs, unfinished, 'A'.repeat(43), '', "' or true --"]) {
    expect(await setPicture(work.db, ada, key)).toBe(false)
  }
  expect(await readPictureInUse(work.db, ada)).toBe(own)
  expect(await listPictureKeys(work.db)).toHaveLength(3)
})

test('a change that is not committed removes nothing', async () => {
  await using work = await startWorkerStack()
  await work.startWorker(pictureJobs)
  const ada = await createMemberFixture(work.db, 'ada')
  const [first, second] = [
    await createPictureFixture(work, ada),
    await createPictureFixture(work, ada),
  ]
  await setPicture(work.db, ada, first)
  const failing = work.db.transaction().execute(async (tx) => {
    await setProfilePicture(tx, ada, second)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')

  expect(await readPictureInUse(work.db, ada)).toBe(first)
  expect(await listPictureKeys(work.db)).toHaveLength(2)
  expect(await isStored(first)).toBe(true)
})

test('of a member who leaves every picture goes', async () => {
  await using work = await startWorkerStack()
  await work.startWorker(pictureJobs)
  const [ada, bob] = [
    await createMemberFixture(work.db, 'ada'),
    await createMemberFixture(work.db, 'bob'),
  ]
  const [worn, other] = [
    await createPictureFixture(work, ada),
    await createPictureFixture(work, ada),
  ]
  const theirs = await createPictureFixture(work, bob)
  await setPicture(work.db, ada, worn)
  await work.db.transaction().execute(async (tx) => {
    await deleteMemberPictures(tx, ada)
    await tx.deleteFrom('members').where('id', '=', ada).execute()
  })

  expect(await listPictureKeys(work.db)).toEqual([theirs])
  await expect.poll(() => isStored(worn), { timeout: 10_000 }).toBe(false)
  await expect.poll(() => isStored(other), { timeout: 10_000 }).toBe(false)
  expect(await isStored(theirs)).toBe(true)
  expect(await insertPicture(work.db, randomBytes(32).toString('base64url'), ada)).toBe(false)
})

test('uploads that nobody wears are forgotten after a day, worn and new ones never', async () => {
  await using work = await startWorkerStack()
  await work.startWorker(pictureJobs)
  const ada = await createMemberFixture(work.db, 'ada')
  const worn = await createPictureFixture(work, ada, LONG_AGO)
  const old = await createPictureFixture(work, ada, LONG_AGO)
  const fresh = await createPictureFixture(work, ada)
  await setPicture(work.db, ada, worn)
  await deleteUnusedPictures(work.db)

  expect(await listPictureKeys(work.db)).toEqual([worn, fresh])
  await expect.poll(() => isStored(old), { timeout: 10_000 }).toBe(false)
  expect([await isStored(worn), await isStored(fresh)]).toEqual([true, true])
})

test('what is just being put on is not forgotten, and what is just being forgotten is not put on', async () => {
  await using work = await startWorkerStack()
  const ada = await createMemberFixture(work.db, 'ada')
  const old = await Promise.all(
    Array.from({ length: 20 }, () => createPictureFixture(work, ada, LONG_AGO)),
  )
  const wearing = old.map((key) => setPicture(work.db, ada, key))
  await Promise.all([...wearing, deleteUnusedPictures(work.db), deleteUnusedPictures(work.db)])
  const worn = await readPictureInUse(work.db, ada)
  const left = await listPictureKeys(work.db)

  expect(left.filter((key) => key === worn)).toEqual(worn === null ? [] : [worn])
  await deleteUnusedPictures(work.db)
  expect(await listPictureKeys(work.db)).toEqual(worn === null ? [] : [worn])
})
