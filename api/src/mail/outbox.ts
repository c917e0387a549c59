import { z } from 'zod'
import type { Queryable } from '../db/database.ts'
import { defineJob } from '../jobs/define-job.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { Mailer } from './mailer.ts'
import { encryptPayload } from '../encrypt-payload.ts'
import { computeHmac } from '../secrets.ts'
import type { MailTemplate } from './mail-template.ts'

export const sendMailJob = defineJob('send-mail', z.object({ mailId: z.uuid() }))

interface OutgoingMail<Data> {
  /** An idempotency key: the same key never makes a second mail within a week. */
  key: string
  to: string
  template: MailTemplate<Data>
  data: NoInfer<Data>
}

/** Enqueues a mail in the caller's transaction: it is sent if, and only if, the transaction commits. */
export async function enqueueMail<Data>(
  tx: Queryable,
  mailer: Mailer,
  { key, to, template, data }: OutgoingMail<Data>,
): Promise<void> {
  // A digest, because the row outlives an account that is deleted meanwhile, and a key may contain the member's id.
  const digest = computeHmac(mailer.encryptionKey, key).toString('base64url')
  const mail = await tx
    .insertInto('mails')
    .values({
      key: digest,
      recipient: to,
      template: template.name,
      payload: encryptPayload(mailer.encryptionKey, digest, JSON.stringify(data)),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (mail) {
    await enqueueJob(tx, sendMailJob, { mailId: mail.id }, { key: buildMailJobKey(mail.id) })
  }
}

/** The job key of a mail: one queued job per mail, however often it is rescheduled. */
export function buildMailJobKey(mailId: string): string {
  return `mail ${mailId}`
}
