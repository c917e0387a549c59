import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { hasNotMutedPost, wantsNotification } from './wants-notification.ts'
import type { ChangedLine } from './announce-lines.ts'

/** Notifies the author of a post that the repository it links is archived, if it still is and the post still links it. */
export async function notifyOfArchivedRepositories(
  tx: Queryable,
  events: EventOf<'repository.archived'>[],
): Promise<ChangedLine[]> {
  const ids = events.map(({ subjectId }) => subjectId)
  const { rows } = await sql<ChangedLine>`
    with notified as (
      select posts.author_id as member_id, posts.id as post_id
      from posts join repositories on repositories.post_id = posts.id and repositories.link = posts.github
      where posts.id = any (${ids}) and is_archived
        and ${wantsNotification(sql`posts.author_id`, sql`'repository-archived'`)}
        and ${hasNotMutedPost(sql`posts.author_id`, sql`posts.id`)}
      order by author_id, posts.id)
    select member_id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from notified cross join lateral notify_of_count(member_id, 'repository-archived', post_id, 1)
  `.execute(tx)
  return rows
}
