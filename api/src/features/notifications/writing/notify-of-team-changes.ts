import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { hasNotMutedPost, canBeNotifiedBy, wantsNotification } from './wants-notification.ts'
import type { ChangedLine } from './announce-lines.ts'

/**
 * Notifies the author of a post and its team of members who joined or left, and a member who was removed. A new member is
 * notified of the answer to their request instead, and the owner who invited them of the answer to the invitation.
 */
export async function notifyOfTeamChanges(
  tx: Queryable,
  events: EventOf<'team.changed'>[],
): Promise<ChangedLine[]> {
  const changes = events.flatMap(({ subjectId, actorId, data }) =>
    data.memberIds.map((changedId) => ({ subjectId, actorId, changedId })),
  )
  const { rows } = await sql<ChangedLine>`
    with changed as (
      select post_id, actor_id, changed_id, place, author_id, exists (
        select from team_members
        where team_members.post_id = event.post_id and team_members.member_id = changed_id and left_at is null) as has_joined
      from unnest(${changes.map(({ subjectId }) => subjectId)}::uuid[], ${changes.map(({ actorId }) => actorId)}::uuid[],
        ${changes.map(({ changedId }) => changedId)}::uuid[]) with ordinality as event (post_id, actor_id, changed_id, place)
      join posts on posts.id = event.post_id),
    recipient as (
      select changed.*, teammate.member_id from changed cross join lateral (
        select author_id as member_id
        union
        select team_members.member_id from team_members
        where team_members.post_id = changed.post_id and left_at is null
        union
        select changed_id) as teammate
      where teammate.member_id is distinct from actor_id
        and not (has_joined and teammate.member_id = changed_id)
        and not exists (
          select from join_requests as request
          where request.post_id = changed.post_id and request.member_id = changed_id
            and from_owner and state = 'accepted' and sender_id = teammate.member_id)),
    grouped as (
      select member_id, post_id, array_agg(changed_id order by place) as changed_ids from recipient
      where ${wantsNotification(sql`recipient.member_id`, sql`'team-changed'`)}
        and ${hasNotMutedPost(sql`recipient.member_id`, sql`recipient.post_id`)}
        and ${canBeNotifiedBy(sql`recipient.member_id`, sql`changed_id`)}
      group by member_id, post_id
      order by member_id, post_id),
    started as (
      select member_id, changed_ids, notification_id, is_new
      from grouped cross join lateral start_notification(member_id, 'team-changed', post_id)),
    named as (select name_notified_members(member_id, notification_id, changed_ids) from started)
    select member_id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from started where (select count(*) from named) >= 0
  `.execute(tx)
  return rows
}
