import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { hasNotMutedPost, canBeNotifiedBy, wantsNotification } from './wants-notification.ts'
import type { ChangedLine } from './announce-lines.ts'

/**
 * Notifies members of comments that name them. The author of the post, or of the comment that is answered, gets no second notification.
 * Comments that were deleted, hidden or are in a hidden post notify nobody.
 */
export async function notifyOfMentions(
  tx: Queryable,
  events: EventOf<'comment.mentioned'>[],
): Promise<ChangedLine[]> {
  const pairs = events.flatMap(({ subjectId, data }) =>
    data.memberIds.map((memberId) => ({ subjectId, memberId })),
  )
  const isNotifiedAs = (kind: 'comment' | 'reply') =>
    wantsNotification(sql`mentions.member_id`, sql`${sql.lit<string>(kind)}`)
  // The lock on the comments makes a deletion wait, which then finds what is written here.
  const { rows } = await sql<ChangedLine>`
    with named as (
      select comments.id, comments.post_id, comments.parent_id, comments.author_id, event.member_id
      from unnest(${pairs.map(({ subjectId }) => subjectId)}::uuid[], ${pairs.map(({ memberId }) => memberId)}::uuid[])
        as event (id, member_id)
      join comments on comments.id = event.id
      where comments.deleted_at is null and comments.hidden_at is null
      order by comments.id for share of comments),
    notified as (
      select distinct named.* from named
      join mentions on mentions.comment_id = named.id and mentions.member_id = named.member_id
      join posts on posts.id = named.post_id
      left join comments as answered on answered.id = named.parent_id
      where named.member_id <> named.author_id
        and (posts.hidden_at is null or posts.author_id = named.member_id)
        and not is_blocked(named.member_id, posts.author_id)
        and not (posts.author_id = named.member_id and ${isNotifiedAs('comment')})
        and not (answered.author_id is not distinct from named.member_id and ${isNotifiedAs('reply')})
        and not exists (
          select from notification_comments as counted
          where counted.comment_id = named.id and counted.member_id = named.member_id)
        and ${wantsNotification(sql`named.member_id`, sql`'mention'`)}
        and ${hasNotMutedPost(sql`named.member_id`, sql`named.post_id`)}
        and ${canBeNotifiedBy(sql`named.member_id`, sql`named.author_id`)}),
    -- The order is that of all locks on notifications.
    grouped as (
      select member_id, post_id, array_agg(id order by id) as comment_ids, array_agg(author_id order by id) as author_ids
      from notified
      group by member_id, post_id
      order by member_id, post_id)
    select member_id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from grouped cross join lateral notify_of_comments(member_id, 'mention', post_id, comment_ids, author_ids)
    where notification_id is not null
  `.execute(tx)
  return rows
}
