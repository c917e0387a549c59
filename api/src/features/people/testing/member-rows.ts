import type { Database } from '../../../platform/db/database.ts'

/** A row that names the member in every table of the feature. */
export async function createMemberRows(db: Database, memberId: string): Promise<void> {
  await db
    .insertInto('availabilities')
    .values({
      member_id: memberId,
      hours: 6,
      zone: 'Europe/Lisbon',
      rewards: ['unpaid'],
      until: '2099-01-01',
    })
    .execute()
  await db
    .insertInto('seeker_terms')
    .values({ term: 'skill:react', renewed_on: '2026-11-16', member_id: memberId })
    .execute()
  // A trigger adds the row in `people_terms`; triggers on the member have added that in `people_search_due`.
  await db
    .insertInto('people_search')
    .values({ member_id: memberId, terms: ['skill:react'] })
    .execute()
}
