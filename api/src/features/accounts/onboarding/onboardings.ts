import type { Onboarding } from '@dolph/contract/accounts/onboarding'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'

/** Called for members who sign up themselves. */
export async function startOnboarding(tx: Queryable, memberId: string): Promise<void> {
  await tx.insertInto('onboardings').values({ member_id: memberId }).execute()
}

/** Saves how far the member has come; null if it is over. One that has ended does not start again. */
export async function updateOnboarding(
  db: Queryable,
  memberId: string,
  { step, goal }: Onboarding,
): Promise<Onboarding | null> {
  const { numUpdatedRows } = await db
    .updateTable('onboardings')
    .set({ step, goal })
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : endIfDone(db, memberId, { step, goal })
}

export async function deleteOnboarding(db: Queryable, memberId: string): Promise<void> {
  await db.deleteFrom('onboardings').where('member_id', '=', memberId).execute()
}

/**
 * Ends the onboarding whose next step the member has done, or that has none, and returns what is left of it. Asked when the
 * viewer is read, for members at the last step only: so writing a post or a request costs nothing.
 */
export async function endIfDone(
  db: Queryable,
  memberId: string,
  onboarding: Onboarding,
): Promise<Onboarding | null> {
  if (onboarding.step !== 'next') return onboarding
  const { numAffectedRows } = await sql`
    delete from onboardings where member_id = ${memberId} and step = 'next' and case
      when goal is null then true
      when goal = 'join' then exists (select from availabilities where member_id = ${memberId})
        or exists (select from join_requests where member_id = ${memberId} and not from_owner)
      else exists (select from posts where author_id = ${memberId}) end
  `.execute(db)
  return numAffectedRows === 0n ? onboarding : null
}
