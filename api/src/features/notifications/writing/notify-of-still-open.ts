import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { wantsNotification } from './wants-notification.ts'
import type { ChangedLine } from './announce-lines.ts'

/** Asks members whether their roles are still open. The line is about the member, so that it is one for all roles. */
export async function notifyOfStillOpen(
  tx: Queryable,
  events: EventOf<'still-open.asked'>[],
): Promise<ChangedLine[]> {
  const ids = events.map(({ subjectId }) => subjectId)
  const { rows } = await sql<ChangedLine>`
    with notified as (
      select distinct asked.id from unnest(${ids}::uuid[]) as asked (id)
      where ${wantsNotification(sql`asked.id`, sql`'still-open'`)}
      order by asked.id)
    select notified.id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from notified cross join lateral notify_of_count(notified.id, 'still-open', notified.id, 1)
  `.execute(tx)
  return rows
}
