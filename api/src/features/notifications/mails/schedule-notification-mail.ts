import { sql } from 'kysely'
import { z } from 'zod'
import type { Queryable } from '../../../platform/db/database.ts'
import { defineJob } from '../../../platform/jobs/define-job.ts'
import { getTraceParent } from '../../../platform/telemetry/tracing/tracer.ts'

/** A burst becomes one mail, and a member who is in the app reads the line before it is sent. */
const MAIL_DELAY_SECONDS = 600

export const mailNotificationJob = defineJob(
  'mail-notification',
  z.object({ memberId: z.uuid(), notificationId: z.uuid() }),
)

/**
 * Schedules the mails about new lines of lists, in the transaction that inserts the lines. Called once per line, not when
 * it grows: the mail has the count of its time, and what follows waits until the line is read.
 */
export async function scheduleNotificationMails(
  tx: Queryable,
  lines: { memberId: string; notificationId: string }[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    select graphile_worker.add_job(
      ${mailNotificationJob.name},
      payload => json_strip_nulls(json_build_object(
        'memberId', member_id, 'notificationId', notification_id, 'traceparent', ${getTraceParent() ?? null}::text)),
      job_key => 'mail-notification ' || notification_id,
      run_at => now() + make_interval(secs => ${MAIL_DELAY_SECONDS}))
    from unnest(${lines.map(({ memberId }) => memberId)}::uuid[],
      ${lines.map(({ notificationId }) => notificationId)}::uuid[]) as line (member_id, notification_id)
  `.execute(tx)
}
