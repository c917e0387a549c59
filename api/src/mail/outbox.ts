import type { Queryable } from '../db/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Mailer } from './mailer.ts'
import { seal } from './seal.ts'
import type { MailTemplate } from './template.ts'

export const SEND_MAIL = 'send-mail'

interface Mail<Data> {
  /** What the mail is about: the same key never makes a second mail. It is kept for a week, so it names nobody. */
  key: string
  to: string
  template: MailTemplate<Data>
  data: NoInfer<Data>
}

/** Posts a mail in the caller's transaction: it is sent if, and only if, that commits. */
export async function postMail<Data>(
  tx: Queryable,
  mailer: Mailer,
  { key, to, template, data }: Mail<Data>,
): Promise<void> {
  const mail = await tx
    .insertInto('mails')
    .values({
      key,
      recipient: to,
      template: template.name,
      payload: seal(mailer.sealKey, key, JSON.stringify(data)),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (mail) await enqueue(tx, SEND_MAIL, { mailId: mail.id }, jobKeyOf(mail.id))
}

/** One waiting job for each mail, however often it has been put off. */
export function jobKeyOf(mailId: string): string {
  return `mail ${mailId}`
}
