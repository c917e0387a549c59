import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'

/** Locks a member, so that of two decisions about them the second sees the first. */
export async function lockMember(tx: Queryable, memberId: string): Promise<void> {
  await sql`select from members where id = ${memberId} for no key update`.execute(tx)
}

/** Sets what is closed to a member to what the decisions in force close, each to the latest end. The member is locked. */
export async function updateRestrictions(tx: Queryable, memberId: string): Promise<void> {
  await sql`
    update members set (posting_limited_until, messaging_limited_until, suspended_until) = (
      select max(until) filter (where decision = 'limit-posting'),
        max(until) filter (where decision = 'limit-messaging'),
        max(until) filter (where decision = 'suspend')
      from cases
      where author_id = members.id and decision <> 'keep' and taken_back_at is null and until > now())
    where id = ${memberId}
  `.execute(tx)
}
