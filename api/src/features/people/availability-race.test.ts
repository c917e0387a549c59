import { AVAILABLE_DAYS_MAX } from '@dolph/contract/people/availability'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { waitForBlockedStatements } from '../../testing/wait-for-blocked-statements.ts'
import { endAvailability, setAvailability } from './availability.ts'
import { indexMember } from './people-index.ts'

const OFFER = {
  hours: 6,
  zone: 'Europe/Berlin',
  rewards: ['unpaid'],
  topics: ['games'],
  note: '',
  until: new Date(Date.now() + (AVAILABLE_DAYS_MAX - 1) * 86_400_000).toISOString().slice(0, 10),
} satisfies Parameters<typeof setAvailability>[2]

test('an availability that ends while its member is indexed leaves no terms', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const ada = await createMemberFixture(db, 'ada')
  await setAvailability(db, ada, OFFER)

  const { ended } = await db.transaction().execute(async (tx) => {
    await indexMember(tx, ada)
    const end = endAvailability(db, ada)
    await waitForBlockedStatements(db)
    return { ended: end }
  })
  await ended
  expect(await countTerms(db)).toBe(0)
})

test('a member who is indexed while their availability ends gets no terms', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const ada = await createMemberFixture(db, 'ada')
  await setAvailability(db, ada, OFFER)

  const { indexed } = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('availabilities').where('member_id', '=', ada).execute()
    await tx.deleteFrom('seeker_terms').where('member_id', '=', ada).execute()
    const index = db.transaction().execute((other) => indexMember(other, ada))
    await waitForBlockedStatements(db)
    return { indexed: index }
  })
  await indexed
  expect(await countTerms(db)).toBe(0)
})

async function countTerms(db: Database): Promise<number> {
  const { rows } = await sql`select from seeker_terms`.execute(db)
  return rows.length
}
