import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listComments } from '@dolph/contract/comments/comments'
import { readPost } from '@dolph/contract/posts/posts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { LOCKING_FUNCTIONS } from '../../testing/read-only-readers.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { prepareStatement, toCompilable } from '../db/prepared-statement.ts'
import { createPrimaryReaders } from '../db/standbys/readers.ts'

const SOURCE_FOLDER = join(import.meta.dirname, '../..')
const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

test.each([
  ['inserts', sql<never>`insert into members (username) values ('ghost')`],
  ['locks rows', sql<never>`select id from members for share`],
])('a read that %s fails in every test', async (_, statement) => {
  await using api = await startApp()
  const prepared = prepareStatement(() => toCompilable(statement))
  const failed = prepared.run(api.readers.everybody, {})
  await expect(failed).rejects.toMatchObject({ code: '25006' })
})

test.each([
  ['takes an advisory lock', sql<never>`select pg_advisory_lock(1)`],
  ['notifies', sql<never>`select pg_notify('events', '')`],
])('so does one that %s', async (_, statement) => {
  await using api = await startApp()
  const failed = prepareStatement(() => toCompilable(statement)).run(api.readers.everybody, {})
  await expect(failed).rejects.toThrow('must not run on a standby')
})

test('the functions that take advisory locks are known to the readers of tests', async () => {
  const locking: string[] = []
  for await (const file of glob('**/sql/*.sql', { cwd: SOURCE_FOLDER })) {
    const text = await readFile(join(SOURCE_FOLDER, file), 'utf8')
    if (/advisory_(?:xact_)?lock/u.test(text))
      locking.push(
        ...text.matchAll(/create (?:or replace )?function (\w+)/gu).map(([, name = '']) => name),
      )
  }
  expect(locking.toSorted()).toEqual(LOCKING_FUNCTIONS)
})

test('what a standby does not have is asked for on the primary before it is refused', async () => {
  await using api = await startApp()
  const ada = await signInNewMember(api, 'ada')
  const id = await createPostFixture(api.db, await createMemberFixture(api.db, 'bob'))
  let reads = 0
  // A standby that has nothing yet.
  Object.assign(api.readers, {
    forCaller: () => ({
      identity: api.db,
      pool: {
        query: async () => {
          reads += 1
          return { rows: [] }
        },
      },
    }),
  })
  expect((await ada.send(readPost, { params: { id } })).json()).toMatchObject({ data: { _id: id } })
  const comments = await ada.send(listComments, { params: { id }, querystring: {} })
  expect(comments.json()).toEqual([])
  expect(reads).toBe(2)
  const missing = await ada.send(readPost, { params: { id: UNKNOWN_ID } })
  expect(missing.statusCode).toBe(404)
})

test('without standbys every request reads from the pool that writes', async () => {
  await using api = await startApp()
  const readers = createPrimaryReaders(api.db)
  expect(readers.everybody).toBe(api.db)
  expect(readers.forCaller({ position: 7, key: 'ada' })).toBe(api.db)
  expect(await readers.confirmMissing(async (reader) => reader)).toBe(api.db)
})
