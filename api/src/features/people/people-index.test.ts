import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { indexQueuedMembers } from './people-index.ts'

test('members who were queued are all found, batch after batch', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await createMembers(db, 1_000)
  await sql`update members set first_name = 'Ada' where username = 'member1'`.execute(db)
  await createMembers(db, 1, 'newcomer')

  await db.transaction().execute((tx) => indexQueuedMembers(tx))
  expect(await listIndexed(db)).toContain('newcomer1')

  while (await db.transaction().execute((tx) => indexQueuedMembers(tx)));
  expect(await listIndexed(db)).toHaveLength(1_001)
})

test('members who are being erased are left out, and the two do not wait for each other', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await createMembers(db, 3)
  await db.transaction().execute(async (erasure) => {
    await sql`select from members where username = 'member2' for update`.execute(erasure)
    await db.transaction().execute((tx) => indexQueuedMembers(tx))
    await sql`delete from members where username = 'member2'`.execute(erasure)
  })
  expect((await listIndexed(db)).toSorted()).toEqual(['member1', 'member3'])
  expect(await db.selectFrom('people_search_due').selectAll().execute()).toEqual([])
})

async function createMembers(db: Database, count: number, prefix = 'member'): Promise<void> {
  await sql`
    insert into members (username) select ${prefix} || n from generate_series(1, ${sql.lit(count)}) as n`.execute(
    db,
  )
}

async function listIndexed(db: Database): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select username from people_search join members on members.id = member_id`.execute(db)
  return rows.map(({ username }) => username)
}
