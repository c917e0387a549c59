import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import type { ChangedLine } from './announce-lines.ts'
import { wantsNotification } from './wants-notification.ts'

/** Notifies members that the copy of their data can be downloaded. */
export async function notifyOfExports(
  tx: Queryable,
  events: EventOf<'export.ready'>[],
): Promise<ChangedLine[]> {
  const ids = events.map(({ subjectId }) => subjectId)
  const { rows } = await sql<ChangedLine>`
    with notified as (
      select ready.member_id from unnest(${ids}::uuid[]) as ready (member_id)
      where ${wantsNotification(sql`ready.member_id`, sql`'export-ready'`)}
      order by 1)
    select member_id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from notified cross join lateral notify_of_count(member_id, 'export-ready', member_id, 1)
  `.execute(tx)
  return rows
}
