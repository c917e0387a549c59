import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import {
  hasNotMutedPost,
  canBeNotifiedBy,
  wantsNotification,
} from '../writing/wants-notification.ts'
import type { ChangedLine } from '../writing/announce-lines.ts'

/** Updates of one author that name a member start at most this many lines of theirs within a day. */
const LINES_PER_DAY = 5

/**
 * Notifies members of updates that name them: a line for each update. Followers who get it are notified of the update by this line alone. What
 * was taken back or is in a hidden post reaches nobody.
 */
export async function notifyOfUpdateMentions(
  tx: Queryable,
  events: EventOf<'update.mentioned'>[],
): Promise<ChangedLine[]> {
  const pairs = events.flatMap(({ subjectId, data }) =>
    data.memberIds.map((memberId) => ({ subjectId, memberId })),
  )
  // The lock on the updates makes a deletion wait, whose event then finds what is written here.
  const { rows } = await sql<ChangedLine>`
    with named as (
      select updates.id, updates.post_id, updates.author_id, event.member_id
      from unnest(${pairs.map(({ subjectId }) => subjectId)}::uuid[], ${pairs.map(({ memberId }) => memberId)}::uuid[])
        as event (id, member_id)
      join updates on updates.id = event.id
      order by updates.id for share of updates),
    notified as (
      select distinct named.member_id, named.id, named.author_id from named
      join update_mentions as mention on mention.update_id = named.id and mention.member_id = named.member_id and is_named
      join posts on posts.id = named.post_id
      where named.member_id <> named.author_id
        and (posts.hidden_at is null or posts.author_id = named.member_id)
        and not is_blocked(named.member_id, posts.author_id)
        and ${wantsNotification(sql`named.member_id`, sql`'mention'`)}
        and ${hasNotMutedPost(sql`named.member_id`, sql`named.post_id`)}
        and ${canBeNotifiedBy(sql`named.member_id`, sql`named.author_id`)}
        and (
          select count(*) from notifications as line
          where line.member_id = named.member_id and line.id >= (select uuid_v7(clock_timestamp() - interval '24 hours'))
            and line.kind = 'mention' and line.comment_id is null and named.author_id = any (line.actors)
        ) < ${sql.lit(LINES_PER_DAY)}
      order by named.member_id, named.id),
    started as (
      select member_id, author_id, notification_id, is_new
      from notified cross join lateral start_notification(member_id, 'mention', id)),
    people as (select name_notified_members(member_id, notification_id, array[author_id]) from started)
    select member_id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from started where (select count(*) from people) >= 0
  `.execute(tx)
  return rows
}

/** Deletes the lines of deleted updates. Returns the members whose lines have changed. */
export async function removeDeletedUpdates(
  tx: Queryable,
  events: EventOf<'update.deleted'>[],
): Promise<string[]> {
  const pairs = events.flatMap(({ subjectId, data }) =>
    data.memberIds.map((memberId) => ({ subjectId, memberId })),
  )
  const { rows } = await sql<{ memberId: string }>`
    with lines as (
      select line.member_id, line.id
      from (
        select distinct update_id, member_id
        from unnest(${pairs.map(({ subjectId }) => subjectId)}::uuid[], ${pairs.map(({ memberId }) => memberId)}::uuid[])
          as recipient (update_id, member_id)) as recipient
      join notifications as line on line.member_id = recipient.member_id and line.target_id = recipient.update_id
        and line.kind = 'mention'
      order by line.member_id, line.kind, line.target_id, line.id for update of line)
    delete from notifications as line using lines
    where line.member_id = lines.member_id and line.id = lines.id
    returning line.member_id as "memberId"`.execute(tx)
  return [...new Set(rows.map(({ memberId }) => memberId))]
}
