import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { listStoredNames } from '../../testing/servers/test-storage.ts'
import { pictureJobs } from './jobs.ts'
import {
  deleteMemberPictures,
  deleteUnusedPictures,
  insertPicture,
  markPictureStored,
  listPictureFileNames,
  setProfilePicture,
} from './pictures.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'

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
  for (const name of listPictureFileNames(key, null)) await files.put(name, BYTES, 'image/webp')
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

test('a member sets, changes and removes a profile picture, and the old files are deleted from storage', async () => {
  await using stack = await startWorkerStack()
  await stack.startWorker(...pictureJobs)
  const ada = await createMemberFixture(stack.db, 'ada')
  const [first, second] = [
    await createPictureFixture(stack, ada),
    await createPictureFixture(stack, ada),
  ]

  expect(await setPicture(stack.db, ada, first)).toBe(true)
  expect(await setPicture(stack.db, ada, first)).toBe(true)
  expect(await listPictureKeys(stack.db)).toHaveLength(2)
  expect(await setPicture(stack.db, ada, second)).toBe(true)
  expect(await readPictureInUse(stack.db, ada)).toBe(second)
  await expect.poll(() => isStored(first), { timeout: 10_000 }).toBe(false)
  expect(await isStored(second)).toBe(true)

  expect(await setPicture(stack.db, ada, null)).toBe(true)
  expect(await readPictureInUse(stack.db, ada)).toBeNull()
  expect(await listPictureKeys(stack.db)).toEqual([])
  await expect.poll(() => isStored(second), { timeout: 10_000 }).toBe(false)
})

test('a picture that is foreign, unknown or not fully stored cannot be set', async () => {
  await using stack = await startWorkerStack()
  const [ada, bob] = [
    await createMemberFixture(stack.db, 'ada'),
    await createMemberFixture(stack.db, 'bob'),
  ]
  const [own, theirs] = [
    await createPictureFixture(stack, ada),
    await createPictureFixture(stack, bob),
  ]
  const unfinished = randomBytes(32).toString('base64url')
  await insertPicture(stack.db, unfinished, ada)
  await setPicture(stack.db, ada, own)

  for (const key of [theirs, unfinished, 'A'.repeat(43), '', "' or true --"]) {
    expect(await setPicture(stack.db, ada, key)).toBe(false)
  }
  expect(await readPictureInUse(stack.db, ada)).toBe(own)
  expect(await listPictureKeys(stack.db)).toHaveLength(3)
})

test('a change that is rolled back deletes nothing', async () => {
  await using stack = await startWorkerStack()
  await stack.startWorker(...pictureJobs)
  const ada = await createMemberFixture(stack.db, 'ada')
  const [first, second] = [
    await createPictureFixture(stack, ada),
    await createPictureFixture(stack, ada),
  ]
  await setPicture(stack.db, ada, first)
  const failing = stack.db.transaction().execute(async (tx) => {
    await setProfilePicture(tx, ada, second)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')

  expect(await readPictureInUse(stack.db, ada)).toBe(first)
  expect(await listPictureKeys(stack.db)).toHaveLength(2)
  expect(await isStored(first)).toBe(true)
})

test('all pictures of a deleted member are deleted', async () => {
  await using stack = await startWorkerStack()
  await stack.startWorker(...pictureJobs)
  const [ada, bob] = [
    await createMemberFixture(stack.db, 'ada'),
    await createMemberFixture(stack.db, 'bob'),
  ]
  const [inUse, other] = [
    await createPictureFixture(stack, ada),
    await createPictureFixture(stack, ada),
  ]
  const theirs = await createPictureFixture(stack, bob)
  await setPicture(stack.db, ada, inUse)
  while (await deleteMemberPictures(stack.db, ada));
  await stack.db.deleteFrom('members').where('id', '=', ada).execute()

  expect(await listPictureKeys(stack.db)).toEqual([theirs])
  await expect.poll(() => isStored(inUse), { timeout: 10_000 }).toBe(false)
  await expect.poll(() => isStored(other), { timeout: 10_000 }).toBe(false)
  expect(await isStored(theirs)).toBe(true)
  expect(await insertPicture(stack.db, randomBytes(32).toString('base64url'), ada)).toBe(false)
})

test('unused uploads are deleted after a day, used and new ones are not', async () => {
  await using stack = await startWorkerStack()
  await stack.startWorker(...pictureJobs)
  const ada = await createMemberFixture(stack.db, 'ada')
  const inUse = await createPictureFixture(stack, ada, LONG_AGO)
  const old = await createPictureFixture(stack, ada, LONG_AGO)
  const recent = await createPictureFixture(stack, ada)
  await setPicture(stack.db, ada, inUse)
  await deleteUnusedPictures(stack.db)

  expect(await listPictureKeys(stack.db)).toEqual([inUse, recent])
  await expect.poll(() => isStored(old), { timeout: 10_000 }).toBe(false)
  expect([await isStored(inUse), await isStored(recent)]).toEqual([true, true])
})

test('a picture that is being set is not deleted, and one that is being deleted is not set', async () => {
  await using stack = await startWorkerStack()
  const ada = await createMemberFixture(stack.db, 'ada')
  const old = await Promise.all(
    Array.from({ length: 20 }, () => createPictureFixture(stack, ada, LONG_AGO)),
  )
  const updates = old.map((key) => setPicture(stack.db, ada, key))
  await Promise.all([...updates, deleteUnusedPictures(stack.db), deleteUnusedPictures(stack.db)])
  const inUse = await readPictureInUse(stack.db, ada)
  const remaining = await listPictureKeys(stack.db)

  expect(remaining.filter((key) => key === inUse)).toEqual(inUse === null ? [] : [inUse])
  await deleteUnusedPictures(stack.db)
  expect(await listPictureKeys(stack.db)).toEqual(inUse === null ? [] : [inUse])
})
