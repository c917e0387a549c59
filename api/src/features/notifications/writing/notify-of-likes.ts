import { LIKE_MILESTONES } from '@dolph/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { hasNotMutedPost, canBeNotifiedBy, wantsNotification } from './wants-notification.ts'
import type { ChangedLine } from './announce-lines.ts'

const milestones = sql.lit(`{${LIKE_MILESTONES.join()}}`)

/** Notifies the author of a post of the highest milestone that the likes of others have reached, once. */
export async function notifyOfLikes(
  tx: Queryable,
  events: EventOf<'post.milestone-reached'>[],
): Promise<ChangedLine[]> {
  const postIds = events.map(({ subjectId }) => subjectId)
  const likerIds = events.map(({ actorId }) => actorId)
  const { rows } = await sql<ChangedLine>`
    with liked as (
      select distinct posts.id, posts.author_id
      from unnest(${postIds}::uuid[], ${likerIds}::uuid[]) as event (post_id, liker_id)
      join posts on posts.id = event.post_id
      where liker_id <> author_id and ${canBeNotifiedBy(sql`author_id`, sql`liker_id`)}),
    reached as (
      select id, (
        select max(milestone) from unnest(${milestones}::integer[]) as milestone
        where milestone <= like_count - (select count(*) from post_likes
          where post_likes.post_id = liked.id and post_likes.member_id = liked.author_id)) as milestone
      from liked join post_stats on post_stats.post_id = liked.id),
    recorded as (
      insert into like_milestones (post_id, reached)
      select id, milestone from reached where milestone is not null order by id
      on conflict (post_id) do update set reached = excluded.reached where like_milestones.reached < excluded.reached
      returning post_id, reached),
    notified as (
      select author_id as member_id, post_id, reached from recorded join posts on posts.id = recorded.post_id
      where ${wantsNotification(sql`author_id`, sql`'like'`)} and ${hasNotMutedPost(sql`author_id`, sql`recorded.post_id`)}
      order by author_id, post_id)
    select member_id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from notified cross join lateral notify_of_count(member_id, 'like', post_id, reached)
  `.execute(tx)
  return rows
}
