import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { HiddenMembers } from './hidden-members.ts'
import { insertBlock, insertMute } from './relations.ts'

test('a member who never hid anybody costs no query, a change exactly one for all concurrent requests', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const [ada, bob, carla] = await Promise.all(
    ['ada', 'bob', 'carla'].map((name) => createMemberFixture(db, name)),
  )
  if (!ada || !bob || !carla) throw new Error('no members')
  const hiddenMembers = new HiddenMembers(db)
  const query = vi.spyOn(db.pool, 'query')
  const read = (hiddenChanges: number) => hiddenMembers.read({ id: ada, hiddenChanges })

  expect((await read(0)).size).toBe(0)
  expect(query).toHaveBeenCalledTimes(0)

  await db.transaction().execute((tx) => insertBlock(tx, { memberId: ada, otherId: bob }))
  const sets = await Promise.all(Array.from({ length: 50 }, () => read(1)))
  expect(sets.map((hidden) => [...hidden])).toEqual(sets.map(() => [bob]))
  expect(query).toHaveBeenCalledTimes(1)

  await db.transaction().execute((tx) => insertMute(tx, { memberId: ada, otherId: carla }))
  expect(new Set(await read(2))).toEqual(new Set([bob, carla]))
  expect((await hiddenMembers.read({ id: randomUUID(), hiddenChanges: 1 })).size).toBe(0)
})
