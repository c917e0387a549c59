import { AVAILABLE_DAYS_MAX, type Availability } from '@dolph/contract/people/availability'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { isDeletedMemberError } from '../../platform/db/deleted-member-error.ts'
import { Refusal } from '../../platform/errors.ts'
import { selectAvailability } from './candidates.ts'
import { indexMember } from './people-index.ts'

const DAY_MS = 86_400_000
const BATCH_SIZE = 500

/** Saves what a member offers, and puts them first in the list of people. */
export async function setAvailability(
  db: Database,
  memberId: string,
  availability: Availability,
): Promise<Availability | null> {
  checkEnd(availability.until)
  const { hours, zone, rewards, topics, note, until } = availability
  const columns = { hours, zone, rewards, topics, note, until, renewed_on: sql<string>`default` }
  try {
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('availabilities')
        .values({ member_id: memberId, ...columns })
        .onConflict((conflict) => conflict.column('member_id').doUpdateSet(columns))
        .execute()
      await indexMember(tx, memberId)
    })
  } catch (error) {
    if (!isDeletedMemberError(error)) throw error
    throw new Refusal('not-signed-in', 'Please log in')
  }
  return selectAvailability(db, memberId)
}

/** `until` is a date in UTC. */
function checkEnd(until: string): void {
  const [first, last] = [0, AVAILABLE_DAYS_MAX].map((days) =>
    new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10),
  )
  const message =
    until < String(first)
      ? 'Choose a day that is not over'
      : until > String(last)
        ? `Choose a day at most ${AVAILABLE_DAYS_MAX} days ahead`
        : null
  if (message !== null) throw new Refusal('invalid-input', message, { fields: { until: message } })
}

export async function endAvailability(db: Database, memberId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('availabilities').where('member_id', '=', memberId).execute()
    await tx.deleteFrom('seeker_terms').where('member_id', '=', memberId).execute()
  })
}

/** Deletes availabilities that have ended. Lists do not show them before either, because every list compares the date. */
export async function deleteEndedAvailabilities(db: Database): Promise<void> {
  let count = BATCH_SIZE
  while (count === BATCH_SIZE) {
    count = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        delete from availabilities where member_id = any (array(
          select member_id from availabilities where until < (now() at time zone 'UTC')::date
          limit ${BATCH_SIZE} for update skip locked))
        returning member_id as id`.execute(tx)
      const ids = rows.map(({ id }) => id)
      await sql`delete from seeker_terms where member_id = any(${ids}::uuid[])`.execute(tx)
      return ids.length
    })
  }
}
