import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { hasNotMutedPost, canBeNotifiedBy, wantsNotification } from './wants-notification.ts'
import type { ChangedLine } from './announce-lines.ts'

/**
 * Notifies the author of the post of comments, and the author of a comment of replies to it. A member who is both is notified of a reply
 * only. Replies are grouped by post like comments: a discussion is one line, however many comments of it are the member's.
 */
export async function notifyOfComments(
  tx: Queryable,
  events: EventOf<'comment.created'>[],
): Promise<ChangedLine[]> {
  const ids = events.map(({ subjectId }) => subjectId)
  const answeredIds = events.map(({ data }) => data.answeredIds[0] ?? null)
  // The lock on the comments makes a deletion wait, which then finds what is written here.
  const { rows } = await sql<ChangedLine>`
    with created as (
      select comments.id, comments.post_id, comments.author_id, answered_id
      from unnest(${ids}::uuid[], ${answeredIds}::uuid[]) as event (id, answered_id)
      join comments on comments.id = event.id
      where comments.deleted_at is null
      order by comments.id for share of comments),
    recipients as (
      select created.*, posts.author_id as post_author_id, answered.author_id as answered_author_id
      from created join posts on posts.id = created.post_id
      left join comments as answered on answered.id = answered_id),
    notified as (
      select id, post_id, author_id, 'reply' as kind, answered_author_id as member_id
      from recipients where answered_author_id is not null
      union all
      select id, post_id, author_id, 'comment', post_author_id
      from recipients where post_author_id is distinct from answered_author_id),
    -- The order is that of all locks on notifications.
    grouped as (
      select member_id, kind, post_id, array_agg(id order by id) as comment_ids,
        array_agg(author_id order by id) as author_ids
      from notified
      where member_id <> author_id
        and ${wantsNotification(sql`notified.member_id`, sql`notified.kind`)}
        and ${hasNotMutedPost(sql`notified.member_id`, sql`notified.post_id`)}
        and ${canBeNotifiedBy(sql`notified.member_id`, sql`author_id`)}
        -- A member whom the comment names was already notified of it.
        and not exists (
          select from notification_comments as counted
          where counted.comment_id = notified.id and counted.member_id = notified.member_id)
      group by member_id, kind, post_id
      order by member_id, kind, post_id)
    select member_id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from grouped cross join lateral notify_of_comments(member_id, kind, post_id, comment_ids, author_ids)
    where notification_id is not null
  `.execute(tx)
  return rows
}
