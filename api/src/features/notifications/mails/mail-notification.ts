import type { Deps } from '../../../platform/deps.ts'
import { handleJob } from '../../../platform/jobs/define-job.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { notificationMail } from './notification-mail.ts'
import { mailNotificationJob } from './schedule-notification-mail.ts'
import { selectMailedLine } from './select-mailed-line.ts'
import { claimMailOfDay } from './unread-messages/claim-mail-of-day.ts'
import { createStillOpenToken } from './still-open-token.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'

export const notificationMailJobs = [
  handleJob(mailNotificationJob, async (line, deps) => mailNotification(deps, line)),
]

/** Settings, blocks and the line itself are read now, ten minutes after it was written. A repeated job sends no second mail. */
async function mailNotification(
  { db, mailer, config }: Deps,
  { memberId, notificationId }: { memberId: string; notificationId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const mailed = await selectMailedLine(tx, { memberId, notificationId })
    if (!mailed) return
    const { recipient, targetId, line } = mailed
    const isOfRoom = line.kind === 'room-mention'
    if (isOfRoom && !(await claimMailOfDay(tx, { memberId, conversationId: targetId }))) return
    await enqueueMail(tx, mailer, {
      key: `notification ${notificationId}`,
      to: recipient.email,
      template: notificationMail,
      data: {
        ...line,
        ...(line.kind === 'still-open' && {
          path: `${line.path}/${createStillOpenToken(config.SECRET, memberId)}`,
        }),
        firstName: recipient.firstName,
        token: createUnsubscribeToken(config.SECRET, { memberId, kind: line.kind }),
      },
    })
  })
}
