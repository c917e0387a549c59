import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { insertEvent, insertEventsFrom } from './insert-event.ts'

const valid = { subjectId: randomUUID(), actorId: null, data: {} }

describe('an event', () => {
  test('exists if its cause commits, and not if it is rolled back', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    await db.transaction().execute((tx) => insertEvent(tx, 'member.deleted', valid))
    const rolledBack = db.transaction().execute(async (tx) => {
      await insertEvent(tx, 'post.imported', valid)
      throw new Error('changed my mind')
    })

    await expect(rolledBack).rejects.toThrow('changed my mind')
    expect(await db.selectFrom('events').select(['kind', 'subject_id', 'data']).execute()).toEqual([
      { kind: 'member.deleted', subject_id: valid.subjectId, data: {} },
    ])
  })

  test('is inserted by the statement that is its cause, one for each row', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const ada = await createMemberFixture(db, 'ada')
    await createMemberFixture(db, 'bob')
    const markDeleted = async (username: string) =>
      sql`
        with deleted as (
          update members set deleted_at = now() where username = ${username} returning id)
        ${insertEventsFrom('member.deleted', {
          from: sql`deleted`,
          subjectId: sql`id`,
          actorId: sql`id`,
          data: {},
        })}`.execute(db)

    await markDeleted('ada')
    await markDeleted('nobody')

    expect(
      await db.selectFrom('events').select(['kind', 'subject_id', 'actor_id', 'data']).execute(),
    ).toEqual([{ kind: 'member.deleted', subject_id: ada, actor_id: ada, data: {} }])
  })

  test('is refused if it does not follow the catalog', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const text = 'a text'
    // @ts-expect-error: the catalog has no such field
    await expect(insertEvent(db, 'member.deleted', { ...valid, data: { text } })).rejects.toThrow(
      /unrecognized_keys/,
    )
    await expect(insertEvent(db, 'member.deleted', { ...valid, subjectId: text })).rejects.toThrow(
      /invalid_format/,
    )
    await expect(insertEvent(db, 'member.deleted', { ...valid, actorId: text })).rejects.toThrow(
      /invalid_format/,
    )
    // @ts-expect-error: the catalog has no such kind
    await expect(insertEvent(db, 'member.renamed', valid)).rejects.toThrow('data')
    expect(await db.selectFrom('events').select('id').execute()).toEqual([])
  })
})
