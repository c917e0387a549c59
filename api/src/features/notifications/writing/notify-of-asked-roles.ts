import { sql } from 'kysely'
import type { Queryable } from '../../../db/database.ts'
import type { EventOf } from '../../../events/catalog.ts'
import { wantsNotification } from './wants-notification.ts'
import type { WrittenLine } from './written-lines.ts'

/** Asks members whether their roles are still open. The line is about the member, so that it is one for all roles. */
export async function notifyOfAskedRoles(
  tx: Queryable,
  events: EventOf<'roles.asked'>[],
): Promise<WrittenLine[]> {
  const ids = events.map(({ subjectId }) => subjectId)
  const { rows } = await sql<WrittenLine>`
    with notified as (
      select distinct asked.id from unnest(${ids}::uuid[]) as asked (id)
      where ${wantsNotification(sql`asked.id`, sql`'roles-asked'`)}
      order by asked.id)
    select notified.id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from notified cross join lateral notify_of_count(notified.id, 'roles-asked', notified.id, 1)
  `.execute(tx)
  return rows
}
