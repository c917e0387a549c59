import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { pairLocks } from '../../features.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { IgnoredMembers } from './ignored-members.ts'
import { insertBlock, insertMute } from './relations.ts'

test('a member who never ignored anybody costs no query, a change exactly one for all concurrent requests', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const [ada, bob, carla] = await Promise.all(
    ['ada', 'bob', 'carla'].map((name) => createMemberFixture(db, name)),
  )
  if (!ada || !bob || !carla) throw new Error('no members')
  const ignoredMembers = new IgnoredMembers(db)
  const query = vi.spyOn(db.pool, 'query')
  const read = (ignoredChanges: number) => ignoredMembers.read({ id: ada, ignoredChanges })

  expect((await read(0)).size).toBe(0)
  expect(query).toHaveBeenCalledTimes(0)

  await db
    .transaction()
    .execute((tx) => insertBlock(tx, { memberId: ada, otherId: bob }, pairLocks))
  const sets = await Promise.all(Array.from({ length: 50 }, () => read(1)))
  expect(sets.map((ignored) => [...ignored])).toEqual(sets.map(() => [bob]))
  expect(query).toHaveBeenCalledTimes(1)

  await db.transaction().execute((tx) => insertMute(tx, { memberId: ada, otherId: carla }))
  expect(new Set(await read(2))).toEqual(new Set([bob, carla]))
  expect((await ignoredMembers.read({ id: randomUUID(), ignoredChanges: 1 })).size).toBe(0)
})
