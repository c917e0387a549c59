import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts'
import { deleteOldAccountEvents } from './account-events.ts'
import { deleteUnconfirmedTotp } from './second-factor/totp.ts'
import { deleteExpiredDevices } from './sign-in/known-devices.ts'

const EXPIRED = sql`expires_at < now()`

export const deleteExpiredJob = defineJob('delete-expired', z.object({}))

export const accountJobs = [
  handleJob(deleteExpiredJob, async (_, { db }) => deleteExpired(db), { cron: '7 * * * *' }),
]

/** Deletes expired sessions, links, challenges, retired usernames, unfinished sign-ups, devices and account events. */
async function deleteExpired(db: Database): Promise<void> {
  await deleteInBatches(db, 'sessions', EXPIRED)
  await deleteInBatches(db, 'links', EXPIRED)
  await deleteInBatches(db, 'begun_sign_ins', EXPIRED)
  await deleteUnconfirmedTotp(db)
  await deleteInBatches(db, 'challenges', EXPIRED)
  await deleteInBatches(db, 'google_sign_ups', EXPIRED)
  await deleteInBatches(db, 'github_sign_ups', EXPIRED)
  await deleteInBatches(db, 'retired_usernames', sql`until < now()`)
  await deleteInBatches(db, 'pending_sign_ups', EXPIRED)
  await deleteInBatches(db, 'verification_attempts', EXPIRED)
  await deleteInBatches(db, 'code_requests', EXPIRED)
  await deleteExpiredDevices(db)
  await deleteOldAccountEvents(db)
}
