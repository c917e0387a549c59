import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../db/database.ts'
import { defineJob } from '../jobs/define-job.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { Mailer } from './mailer.ts'
import { encryptPayload } from '../crypto/encrypt-payload.ts'
import { computeHmac } from '../crypto/secrets.ts'
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
  const digest = digestMailKey(mailer.encryptionKey, key)
  if (await isQueuedWithOtherSecret(tx, mailer, key)) return
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

/** The same mail may have been enqueued before the secret was changed, under the digest of the other secret. */
async function isQueuedWithOtherSecret(tx: Queryable, { otherKeys }: Mailer, key: string) {
  if (otherKeys.length === 0) return false
  const digests = otherKeys.map((each) => digestMailKey(each, key))
  const mail = await tx
    .selectFrom('mails')
    .select('id')
    .where('key', 'in', digests)
    .executeTakeFirst()
  return mail !== undefined
}

function digestMailKey(secretKey: KeyObject, key: string): string {
  return computeHmac(secretKey, key).toString('base64url')
}

/** The job key of a mail: one queued job per mail, however often it is rescheduled. */
export function buildMailJobKey(mailId: string): string {
  return `mail ${mailId}`
}
