import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { isTransientDatabaseError } from '../db/transient-database-error.ts'
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { mailDelaySeconds, mailFailures, mailsGivenUp } from './mail-metrics.ts'
import { MailDeliveryError } from './mailer.ts'
import { buildMailJobKey, sendMailJob } from './outbox.ts'
import { traceCall } from '../telemetry/tracing/tracer.ts'
import { decryptWithAnyKey } from '../crypto/encrypt-payload.ts'
import type { QueuedMailTemplate } from './mail-template.ts'

const ATTEMPTS_MAX = 20
const FIRST_DELAY_SECONDS = 2
const DELAY_MAX_SECONDS = 3_600
const RETENTION_DAYS = 7
const OUTAGE_RETRY_MS = 500
/** How long a mail waits while an operator has switched mails off, until it is looked at again. */
const SWITCHED_OFF_SECONDS = 30
export const deleteOldMailsJob = defineJob('delete-old-mails', z.object({}))

/**
 * Every mail reaches the mail server at least once, and almost always exactly once: it is sent again only if the worker
 * died, or lost PostgreSQL for good, between the server's "accepted" and our update of the row. No protocol closes that
 * gap; the repeated mail has the same Message-ID, by which mailboxes drop it.
 */
export function createMailJobs(templates: readonly QueuedMailTemplate[]): JobHandler[] {
  const byName = new Map(templates.map((template) => [template.name, template]))

  return [
    handleJob(sendMailJob, async ({ mailId }, { db, mailer, config, flags }, { logger }) => {
      if (!flags.isOn('mails')) return postponeMail(db, mailId)
      const mail = await claimMail(db, mailId)
      if (!mail) return
      const { id, key, recipient, attempts, created_at } = mail
      try {
        const template = byName.get(mail.template)
        if (!template) throw new MailDeliveryError(`unknown template ${mail.template}`)
        const data: unknown = JSON.parse(
          decryptWithAnyKey([mailer.encryptionKey, ...mailer.otherKeys], key, mail.payload),
        )
        const rendered = template.parseAndRender(data, config.APP_ORIGIN)
        await traceCall(`mail ${template.name}`, { kind: 'client' }, () =>
          mailer.send({ ...rendered, id, to: recipient }),
        )
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const isPermanent = error instanceof MailDeliveryError && error.isPermanent
        if (isPermanent || attempts >= ATTEMPTS_MAX) {
          mailsGivenUp.total += 1
          logger.error(
            `mail ${id} (${mail.template}) failed for good after attempt ${attempts}; not retried: ${reason}`,
          )
          return closeMail(db, id, 'given-up')
        }
        mailFailures.total += 1
        const retryDelay = computeRetryDelay(attempts)
        logger.warn(
          `mail ${id} (${mail.template}) failed at attempt ${attempts}; next attempt in ${retryDelay} s: ${reason}`,
        )
        return rescheduleMail(db, id, retryDelay)
      }
      mailDelaySeconds.observe(Math.max(0, Date.now() - Date.parse(created_at)) / 1_000)
      await retryDuringOutage(() => closeMail(db, id, 'sent'))
    }),
    handleJob(deleteOldMailsJob, async (_, { db }) => deleteOldMails(db), { cron: '20 4 * * *' }),
  ]
}

async function deleteOldMails(db: Database): Promise<void> {
  const oldest = sql`(select uuid_v7(now() - make_interval(days => ${RETENTION_DAYS})))`
  await deleteInBatches(db, 'mails', sql`id < ${oldest}`)
}

/** Seconds until the next attempt: 2, 4, 8, and so on up to an hour. */
export function computeRetryDelay(attempts: number): number {
  return Math.min(DELAY_MAX_SECONDS, FIRST_DELAY_SECONDS * 2 ** (attempts - 1))
}

/** Counts the attempt before sending. A mail that is already `sending` was left by a dead worker and is claimed again. */
async function claimMail(db: Database, mailId: string) {
  return db
    .updateTable('mails')
    .set((mail) => ({
      state: 'sending',
      attempts: mail('attempts', '+', 1),
      claimed_at: sql`now()`,
    }))
    .where('id', '=', mailId)
    .where('state', 'in', ['due', 'sending'])
    .returning(['id', 'key', 'template', 'attempts', 'created_at'])
    .returning((mail) => [
      mail.ref('recipient').$notNull().as('recipient'),
      mail.ref('payload').$notNull().as('payload'),
    ])
    .executeTakeFirst()
}

/** Erases the content and the recipient. One statement: PostgreSQL completes it even if this process dies meanwhile. */
async function closeMail(db: Database, id: string, state: 'sent' | 'given-up'): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      state,
      recipient: null,
      payload: null,
      claimed_at: null,
      sent_at: state === 'sent' ? sql`now()` : null,
    })
    .where('id', '=', id)
    .execute()
}

/** Lets a mail be sent again, after a number of seconds. */
export async function rescheduleMail(db: Database, id: string, seconds: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('mails')
      .set({ state: 'due', claimed_at: null })
      .where('id', '=', id)
      .execute()
    await enqueueJob(
      tx,
      sendMailJob,
      { mailId: id },
      { key: buildMailJobKey(id), delaySeconds: seconds },
    )
  })
}

/** Counts no attempt and leaves the mail as it is. */
async function postponeMail(db: Database, mailId: string): Promise<void> {
  const options = { key: buildMailJobKey(mailId), delaySeconds: SWITCHED_OFF_SECONDS }
  await enqueueJob(db, sendMailJob, { mailId }, options)
}

// The mail is sent: without this update, which retries during a PostgreSQL outage, it would be sent again.
async function retryDuringOutage(update: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await update()
    } catch (error) {
      if (!isTransientDatabaseError(error)) throw error
      await wait(OUTAGE_RETRY_MS)
    }
  }
}
