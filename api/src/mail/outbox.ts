import type { Queryable } from '../db/database.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { Mailer } from './mailer.ts'
import { encryptPayload } from './encrypt-payload.ts'
import type { MailTemplate } from './mail-template.ts'

export const SEND_MAIL_JOB = 'send-mail'

interface OutgoingMail<Data> {
  /** An idempotency key: the same key never makes a second mail. It is stored for a week, so it must not identify a member. */
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
  const mail = await tx
    .insertInto('mails')
    .values({
      key,
      recipient: to,
      template: template.name,
      payload: encryptPayload(mailer.encryptionKey, key, JSON.stringify(data)),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (mail) await enqueueJob(tx, SEND_MAIL_JOB, { mailId: mail.id }, buildMailJobKey(mail.id))
}

/** The job key of a mail: one queued job per mail, however often it is rescheduled. */
export function buildMailJobKey(mailId: string): string {
  return `mail ${mailId}`
}
