import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'

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
  await skipUnreadMessages(tx)
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

/**
 * Marks the messages of the backup as looked at by the search for unread ones: it may have mailed about them after the time of the
 * backup, and the sessions by which it knows that a member has visited since are gone.
 */
async function skipUnreadMessages(tx: Queryable): Promise<void> {
  await tx
    .insertInto('unread_message_search')
    .values({ last_id: sql`uuid_v7()` })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet((row) => ({ last_id: row.ref('excluded.last_id') })),
    )
    .execute()
}
