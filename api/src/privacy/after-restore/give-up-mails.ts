import { sql } from 'kysely'
import { features } from '../../features.ts'
import type { Queryable } from '../../platform/db/database.ts'

/** Jobs that end in a mail. The others may run twice, and some must run: they erase what was deleted before the backup. */
export const MAIL_JOBS = [
  'send-mail',
  'send-verification',
  'resend-verification',
  'send-reset-link',
  'mail-notification',
]

/**
 * Gives up the mails that are due, and the jobs that lead to one: they may have been sent after the time of the backup. A mail whose
 * next attempt is still to come keeps it.
 */
export async function giveUpMails(tx: Queryable): Promise<number> {
  // Workers of the lost server hold no job any more.
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
    where locked_by is not null having count(*) > 0
  `.execute(tx)
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = any (${MAIL_JOBS}) and run_at <= now() having count(*) > 0
  `.execute(tx)
  for (const { afterRestore } of features) await afterRestore?.(tx)
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ state: 'given-up', recipient: null, payload: null, claimed_at: null })
    .where('state', 'in', ['due', 'sending'])
    .where(
      sql<boolean>`not exists (select from graphile_worker.jobs where jobs.key = 'mail ' || mails.id)`,
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
