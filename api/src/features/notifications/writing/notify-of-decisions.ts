import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { wantsNotification } from './wants-notification.ts'
import type { ChangedLine } from './announce-lines.ts'

/** Notifies the author of what was decided against them, and the reporters of the outcome. */
export async function notifyOfDecisions(
  tx: Queryable,
  events: EventOf<'case.decided'>[],
): Promise<ChangedLine[]> {
  const ids = events.map(({ subjectId }) => subjectId)
  return writeLines(
    tx,
    sql`
      select author_id as member_id, 'decision' as kind, id as case_id from cases
      where id = any (${ids}) and author_id is not null and decision is distinct from 'keep'
      union
      select reporter_id, 'report', case_id from reports
      where case_id = any (${ids}) and reporter_id is not null`,
  )
}

/** Notifies the author of the decision about their objection. */
export async function notifyOfAppeals(
  tx: Queryable,
  events: EventOf<'appeal.decided'>[],
): Promise<ChangedLine[]> {
  const ids = events.map(({ subjectId }) => subjectId)
  return writeLines(
    tx,
    sql`
      select author_id as member_id, 'decision' as kind, id as case_id from cases
      where id = any (${ids}) and author_id is not null`,
  )
}

async function writeLines(tx: Queryable, notified: RawBuilder<unknown>): Promise<ChangedLine[]> {
  const { rows } = await sql<ChangedLine>`
    with notified as (
      select * from (${notified}) as concerned
      where ${wantsNotification(sql`concerned.member_id`, sql`concerned.kind`)}
      order by member_id, kind, case_id)
    select member_id as "memberId", notification_id as "notificationId", is_new as "isNew"
    from notified cross join lateral notify_of_count(member_id, kind, case_id, 1)
  `.execute(tx)
  return rows
}
