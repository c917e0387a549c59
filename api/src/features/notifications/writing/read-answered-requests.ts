import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { selectOwners } from './notify-of-join-requests.ts'

/**
 * Marks the lines about requests that no longer wait for an answer as read; a line about several requests counts those that
 * still wait. The line of a withdrawn invitation is deleted. Returns the members whose lines have changed.
 */
export async function readAnsweredRequests(
  tx: Queryable,
  events: readonly { subjectId: string }[],
): Promise<string[]> {
  const ids = events.map(({ subjectId }) => subjectId)
  const { rows } = await sql<{ memberId: string }>`
    with answered as (
      select request.* from join_requests as request where request.id = any (${ids}) and state <> 'waiting'),
    recipient as (
      select distinct owner.member_id, post_id as target_id, false as is_withdrawn, true as is_grouped
      from answered as request cross join lateral (${selectOwners}) as owner
      where not from_owner and post_id is not null
      union
      -- The post is gone, and with it the line of its author; the lines of co-owners are removed by \`co-owner.removed\`.
      select line.member_id, line.target_id, false, true
      from answered as request join notifications as line on line.member_id = request.owner_id
        and line.kind in ('join-requested', 'join-due') and line.read_at is null and line.join_request_id <= request.id
      where not from_owner and request.post_id is null and not exists (select from posts where posts.id = line.target_id)
      union
      select member_id, id, state = 'withdrawn', false from answered where from_owner),
    -- The order is that of all locks on notifications.
    lines as (
      select line.member_id, line.id, is_withdrawn, is_grouped
      from recipient join notifications as line on line.member_id = recipient.member_id and line.target_id = recipient.target_id
        and line.kind in ('invited', 'join-due', 'join-requested') and line.read_at is null
      order by line.member_id, line.kind, line.target_id for update of line),
    counted as (select count_notified_requests(member_id, id) from lines where is_grouped),
    deleted as (
      delete from notifications as line using lines
      where is_withdrawn and line.member_id = lines.member_id and line.id = lines.id),
    read as (
      update notifications as line set read_at = clock_timestamp() from lines
      where not is_withdrawn and not is_grouped and line.member_id = lines.member_id and line.id = lines.id)
    select distinct member_id as "memberId" from lines where (select count(*) from counted) >= 0
  `.execute(tx)
  return rows.map(({ memberId }) => memberId)
}
