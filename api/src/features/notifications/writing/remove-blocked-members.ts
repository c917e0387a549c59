import { sql } from 'kysely'
import type { Queryable } from '../../../db/database.ts'
import type { EventOf } from '../../../events/catalog.ts'

/** Takes two members out of each other's notifications after a block. Returns the members whose notifications have changed. */
export async function removeBlockedMembers(
  tx: Queryable,
  events: EventOf<'member.blocked'>[],
): Promise<string[]> {
  const pairs = events.flatMap(({ subjectId, data }) =>
    data.memberIds.flatMap((otherId) => [
      [subjectId, otherId],
      [otherId, subjectId],
    ]),
  )
  // A statement of its own: the next one sees the answers that were committed while it waited.
  await sql`select lock_request_notifications()`.execute(tx)
  const { rows } = await sql<{ memberId: string }>`
    with pairs as materialized (
      select distinct member_id, other_id
      from unnest(${pairs.map(([memberId]) => memberId)}::uuid[], ${pairs.map(([, otherId]) => otherId)}::uuid[])
        as pair (member_id, other_id)
      order by member_id, other_id)
    select member_id as "memberId" from pairs where remove_notified_member(member_id, other_id)
  `.execute(tx)
  return [...new Set(rows.map(({ memberId }) => memberId))]
}
