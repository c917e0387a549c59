import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { AfterCommit } from '../../../platform/events/subscribers.ts'
import { scheduleNotificationMails } from '../mails/schedule-notification-mail.ts'
import { publishNotifications } from '../publish-notifications.ts'

/** A line of the list that is new or has grown. */
export interface ChangedLine {
  memberId: string
  notificationId: string
  isNew: boolean
}

/** Schedules the mails about new lines, and returns what tells browsers of all of them. */
export async function announceLines(
  tx: Queryable,
  lines: ChangedLine[],
  deps: Deps,
): Promise<AfterCommit | undefined> {
  if (lines.length === 0) return undefined
  await scheduleNotificationMails(
    tx,
    lines.filter(({ isNew }) => isNew),
  )
  const memberIds = [...new Set(lines.map(({ memberId }) => memberId))]
  return async () => publishNotifications(deps, memberIds, { withLatest: true })
}
