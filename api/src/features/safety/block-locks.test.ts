import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { pairLocks } from '../../features.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { waitForBlockedStatements } from '../../testing/wait-for-blocked-statements.ts'
import { deleteRelation, insertBlock } from './relations.ts'

test('a block locks the pair, the conversation, the member and the rooms of both, in this order', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const [memberId, otherId] = [
    await createMemberFixture(db, 'ada'),
    await createMemberFixture(db, 'bob'),
  ]
  const locks: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const text = node.kind === 'RawNode' ? node.sqlFragments.join('$') : ''
      const locked = /pg_advisory_xact_lock|(?<=^\s*select from )\w+(?=.*for no key update)/s.exec(
        text,
      )
      if (locked) locks.push(locked[0])
      return node
    },
    transformResult: async ({ result }) => result,
  }

  await db
    .transaction()
    .execute((tx) => insertBlock(tx.withPlugin(recorder), { memberId, otherId }, pairLocks))

  expect([...new Set(locks)]).toEqual([
    'pg_advisory_xact_lock',
    'conversations',
    'members',
    'rooms',
  ])
})

test('a block and its end at the same moment do not deadlock', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const pair = {
    memberId: await createMemberFixture(db, 'carla'),
    otherId: await createMemberFixture(db, 'dan'),
  }
  await db.transaction().execute((tx) => insertBlock(tx, pair, pairLocks))

  const blocked = await db.transaction().execute(async (tx) => {
    await sql`select from members where id = ${pair.memberId} for no key update`.execute(tx)
    const unblocking = db.transaction().execute((other) => deleteRelation(other, 'blocks', pair))
    await waitForBlockedStatements(db)
    expect(await insertBlock(tx, pair, pairLocks)).toBe(false)
    return { unblocking }
  })

  expect(await blocked.unblocking).toBe(true)
})
