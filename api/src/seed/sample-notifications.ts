import { LIKE_MILESTONES } from '@dolph/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Queryable } from '../platform/db/database.ts'

/** How many posts of each member have lines about them, and how many of these lines of a kind are unread. */
const POSTS_PER_MEMBER = 6
const UNREAD_PER_KIND = 2

/** The notifications that these members would have of the comments, likes and decisions of the sample data. */
export async function insertNotifications(
  tx: Queryable,
  memberIds: string[],
  now: Date,
): Promise<void> {
  await insertCommentLines(tx, memberIds)
  await insertLikeLines(tx, memberIds)
  await insertDecisionLines(tx, memberIds)
  // The newest lines of a kind are unread, except those of likes, which are seen in passing.
  await sql`
    update notifications set read_at = least(at + interval '1 hour', ${now.toISOString()}::timestamptz)
    from (
      select member_id, id, kind, row_number() over (partition by member_id, kind order by at desc, id desc) as nth
      from notifications) as numbered
    where notifications.member_id = numbered.member_id and notifications.id = numbered.id
      and numbered.nth > case when numbered.kind = 'like' then 0 else ${sql.lit(UNREAD_PER_KIND)} end
  `.execute(tx)
}

/** A line per post for comments on it, and one for replies to the member below it. */
async function insertCommentLines(tx: Queryable, memberIds: string[]): Promise<void> {
  await sql`
    with heard as (
      select member.id as member_id, case when parent.author_id = member.id then 'reply' else 'comment' end as kind,
        comments.post_id, comments.id, comments.author_id, comments.created_at
      from unnest(${memberIds}::uuid[]) as member (id)
      join comments on comments.author_id <> member.id and comments.deleted_at is null
      join posts on posts.id = comments.post_id and posts.hidden_at is null
      left join comments as parent on parent.id = comments.parent_id
      where (parent.author_id = member.id or posts.author_id = member.id)
        and not is_blocked(member.id, comments.author_id)
        and not exists (select from mutes where member_id = member.id and other_id = comments.author_id)),
    grouped as (
      select member_id, kind, post_id, count(*) as count, max(created_at) as at,
        (array_agg(id order by id desc))[1] as comment_id, array_agg(author_id order by id desc) as authors,
        row_number() over (partition by member_id, kind order by max(created_at) desc) as nth
      from heard group by member_id, kind, post_id),
    lines as (
      insert into notifications (member_id, id, kind, target_id, comment_id, actors, count, at)
      select member_id, uuid_v7(at), kind, post_id, comment_id, array(
          select author from (
            select author, min(place) as place from unnest(authors) with ordinality as each (author, place)
            group by author) as newest order by place limit 3), count, at
      from grouped where nth <= ${sql.lit(POSTS_PER_MEMBER)}
      returning member_id, id, kind, target_id)
    insert into notification_comments (comment_id, member_id, notification_id)
    select heard.id, lines.member_id, lines.id from lines join heard
      on heard.member_id = lines.member_id and heard.kind = lines.kind and heard.post_id = lines.target_id
  `.execute(tx)
}

/** Every post has its milestone, so that the next like of an old post is no news; the newest of these members have a line. */
async function insertLikeLines(tx: Queryable, memberIds: string[]): Promise<void> {
  await sql`
    insert into like_milestones (post_id, reached)
    select post_id, max(milestone)
    from post_stats join unnest(${[...LIKE_MILESTONES]}::integer[]) as milestone on milestone <= like_count
    group by post_id
  `.execute(tx)
  await sql`
    insert into notifications (member_id, id, kind, target_id, actors, count, at)
    select author_id, uuid_v7(liked.at), 'like', post_id, liked.actors, reached, liked.at
    from (
      select posts.author_id, posts.id as post_id, reached,
        row_number() over (partition by posts.author_id order by posts.id desc) as nth
      from posts join like_milestones on post_id = posts.id
      where posts.author_id = any (${memberIds}::uuid[]) and posts.hidden_at is null) as own
    cross join lateral (
      select max(liked_at) as at, (array_agg(member_id order by liked_at desc))[1:3] as actors from (
        select member_id, liked_at from post_likes where post_id = own.post_id order by liked_at limit own.reached) as likes
    ) as liked
    where nth <= ${sql.lit(UNREAD_PER_KIND)}
  `.execute(tx)
}

/** Authors are notified of decisions about them, reporters of the outcome of their report. */
async function insertDecisionLines(tx: Queryable, memberIds: string[]): Promise<void> {
  await sql`
    insert into notifications (member_id, id, kind, target_id, at)
    select author_id, uuid_v7(decided_at), 'decision', id, decided_at
    from cases where decision <> 'keep' and author_id = any (${memberIds}::uuid[])
    union all
    select reporter_id, uuid_v7(decided_at), 'report', cases.id, decided_at
    from cases join reports on case_id = cases.id
    where decision is not null and reporter_id = any (${memberIds}::uuid[])
  `.execute(tx)
}
