import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { isDatabaseOutage } from '../db/database-outage.ts'
import { enqueueDelayedJob } from '../jobs/enqueue-job.ts'
import type { Jobs } from '../jobs/worker.ts'
import { MailDeliveryError } from './mailer.ts'
import { buildMailJobKey, SEND_MAIL_JOB } from './outbox.ts'
import { decryptPayload } from './encrypt-payload.ts'
import type { QueuedMailTemplate } from './mail-template.ts'

const ATTEMPTS_MAX = 20
const FIRST_DELAY_SECONDS = 2
const DELAY_MAX_SECONDS = 3_600
const RETENTION_DAYS = 7
const OUTAGE_RETRY_MS = 500
const MailJob = z.object({ mailId: z.uuid() })

export const mailCrontab = '20 4 * * * forget-mails'

/**
 * Every mail reaches the mail server at least once, and almost always exactly once: it goes again only if the worker
 * died, or lost PostgreSQL for good, in the instant between the server's "accepted" and our note of it. No protocol
 * closes that gap; the repeat carries the same Message-ID, by which mailboxes drop it.
 */
export function mailJobs(templates: QueuedMailTemplate[]): Jobs {
  const byName = new Map(templates.map((template) => [template.name, template]))

  return ({ db, mailer, config }) => ({
    [SEND_MAIL_JOB]: async (payload, { logger }) => {
      const { mailId } = MailJob.parse(payload)
      const mail = await claimMail(db, mailId)
      if (!mail) return
      const { id, key, recipient, attempts } = mail
      try {
        const template = byName.get(mail.template)
        if (!template) throw new MailDeliveryError(`there is no template ${mail.template}`)
        const data: unknown = JSON.parse(decryptPayload(mailer.encryptionKey, key, mail.payload))
        await mailer.send({
          ...template.parseAndRender(data, config.APP_ORIGIN),
          id,
          to: recipient,
        })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const isFinal = error instanceof MailDeliveryError && error.isPermanent
        if (isFinal || attempts >= ATTEMPTS_MAX) {
          logger.error(`gave up mail ${id} (${mail.template}): ${reason}`)
          return closeMail(db, id, 'given-up')
        }
        logger.warn(`mail ${id} (${mail.template}) waits after attempt ${attempts}: ${reason}`)
        return rescheduleMail(db, id, computeRetryDelay(attempts))
      }
      await retryDuringOutage(() => closeMail(db, id, 'sent'))
    },

    'forget-mails': async () => {
      const oldest = sql<string>`(select uuid_v7(now() - make_interval(days => ${RETENTION_DAYS})))`
      await db.deleteFrom('mails').where('id', '<', oldest).execute()
    },
  })
}

/** Seconds until the next attempt: 2, 4, 8, and so on up to an hour. */
export function computeRetryDelay(attempts: number): number {
  return Math.min(DELAY_MAX_SECONDS, FIRST_DELAY_SECONDS * 2 ** (attempts - 1))
}

/** Counts the attempt before it is made. One that is `sending` already was left by a worker that died. */
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
    .returning(['id', 'key', 'template', 'attempts'])
    .returning((mail) => [
      mail.ref('recipient').$notNull().as('recipient'),
      mail.ref('payload').$notNull().as('payload'),
    ])
    .executeTakeFirst()
}

/** Forgets what the mail said and to whom. One statement, so that it is done even if we die while asking for it. */
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

async function rescheduleMail(db: Database, id: string, seconds: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('mails')
      .set({ state: 'due', claimed_at: null })
      .where('id', '=', id)
      .execute()
    await enqueueDelayedJob(
      tx,
      SEND_MAIL_JOB,
      { mailId: id },
      { key: buildMailJobKey(id), seconds },
    )
  })
}

// The mail is out: giving up on the note because PostgreSQL is away would send it again.
async function retryDuringOutage(note: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await note()
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error
      await wait(OUTAGE_RETRY_MS)
    }
  }
}
