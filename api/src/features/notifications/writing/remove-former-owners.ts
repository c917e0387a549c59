import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'

/**
 * Deletes the notifications of members about requests to join a post that they no longer own. Returns the members whose lines have
 * changed.
 */
export async function removeFormerOwners(
  tx: Queryable,
  events: EventOf<'co-owner.removed'>[],
): Promise<string[]> {
  const removed = events.flatMap(({ subjectId, data }) =>
    data.memberIds.map((memberId) => ({ subjectId, memberId })),
  )
  const { rows } = await sql<{ memberId: string }>`
    with lines as (
      select line.member_id, line.id
      from (
        select distinct post_id, member_id
        from unnest(${removed.map(({ subjectId }) => subjectId)}::uuid[],
          ${removed.map(({ memberId }) => memberId)}::uuid[]) as removed (post_id, member_id)) as removed
      join notifications as line on line.member_id = removed.member_id and line.target_id = removed.post_id
        and line.kind in ('join-requested', 'join-due')
      where not exists (
        select from team_members
        where team_members.post_id = removed.post_id and team_members.member_id = removed.member_id
          and is_co_owner and left_at is null)
      order by line.member_id, line.kind, line.target_id, line.id for update of line)
    delete from notifications as line using lines
    where line.member_id = lines.member_id and line.id = lines.id
    returning line.member_id as "memberId"`.execute(tx)
  return [...new Set(rows.map(({ memberId }) => memberId))]
}
