import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Queryable } from '../db/database.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { eraseMemberEvents } from './erase-member-events.ts'
import { recordEventFailures } from './failed-events.ts'

test('the erasure of a member deletes waiting and parked events that name the member anywhere', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const [ada, bob] = [await createMemberFixture(db, 'ada'), await createMemberFixture(db, 'bob')]
  const post = randomUUID()
  const rows = [
    { subject_id: ada, actor_id: null, data: '{}' },
    { subject_id: post, actor_id: ada, data: '{}' },
    { subject_id: post, actor_id: bob, data: JSON.stringify({ recipientIds: [bob, ada] }) },
    { subject_id: post, actor_id: bob, data: JSON.stringify({ recipientId: bob }) },
  ].map((row) => ({ ...row, id: randomUUID(), kind: 'post.imported', error: 'broken' }))
  await db.insertInto('failed_events').values(rows).execute()
  await sql`insert into events (id, kind, subject_id, actor_id, data)
    select id, kind, subject_id, actor_id, data from failed_events`.execute(db)

  await eraseMemberEvents(db, ada)

  expect(await readIds(db, 'events')).toEqual([rows[3]?.id])
  expect(await readIds(db, 'failed_events')).toEqual([rows[3]?.id])
})

test('an event that fails for good after its member was erased is deleted, not parked', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const ada = await createMemberFixture(db, 'ada')
  const erased = randomUUID()
  const rows = [
    { kind: 'member.deleted', subject_id: ada, actor_id: ada },
    { kind: 'member.deleted', subject_id: erased, actor_id: null },
    { kind: 'post.imported', subject_id: erased, actor_id: null },
    { kind: 'post.imported', subject_id: erased, actor_id: erased },
  ].map((row) => ({ ...row, id: randomUUID(), failures: 4 }))
  await db.insertInto('events').values(rows).execute()

  const failures = rows.map(({ id, kind }) => ({ id, kind, error: new Error('broken') }))
  const parked = await recordEventFailures(db, failures, 1)

  expect(new Set(parked)).toEqual(new Set([rows[0]?.id, rows[2]?.id]))
  expect(await readIds(db, 'events')).toEqual([])
})

async function readIds(db: Queryable, table: 'events' | 'failed_events'): Promise<string[]> {
  return (await db.selectFrom(table).select('id').execute()).map(({ id }) => id)
}
