import { mailNotificationJob } from '@dolph/api/features/notifications/mails/schedule-notification-mail'
import { enqueueJob } from '@dolph/api/platform/jobs/enqueue-job'
import type { Locator, Page } from '@playwright/test'
import { expect } from './base-test.ts'
import type { ServerEvent } from './server-events.ts'
import { database, type Member, type PostFixture } from './members.ts'

/** The bell in the header: a button, and on a phone a link. */
export function getBell(page: Page): Locator {
  return page.getByRole('banner').getByLabel(/^Notifications/)
}

export async function expectBellCount(page: Page, unread: number, timeout = 9_000): Promise<void> {
  const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`
  await expect(getBell(page)).toHaveAccessibleName(name, { timeout })
}

/** Comments by the API, as from another browser, and returns the id. */
export async function commentByApi(
  { call }: Pick<Member, 'call'>,
  post: Pick<PostFixture, 'id'>,
  { content, parent }: { content: string; parent?: string },
): Promise<string> {
  const body = { postId: post.id, content, ...(parent !== undefined && { parentId: parent }) }
  const reply = await call('POST', '/api/comments', body)
  expect(reply.status()).toBe(201)
  return ((await reply.json()) as { data: { _id: string } }).data._id
}

/** Matches the event that sets the bell to this number. */
export function hasUnreadCount(unread: number) {
  return (event: ServerEvent) => event.type === 'notification' && event.unreadCount === unread
}

/** When the post's only comment was stored. */
export async function readCommentTime({
  readComments,
}: Pick<PostFixture, 'readComments'>): Promise<string> {
  const [comment] = await readComments()
  return comment?.created_at ?? ''
}

/** Sends the mails about this member's unread lines now, instead of ten minutes after them. */
export async function sendNotificationMails({ id: memberId }: Pick<Member, 'id'>): Promise<void> {
  await database
    .updateTable('accounts')
    .set({ verified_at: new Date().toISOString() })
    .where('member_id', '=', memberId)
    .execute()
  const lines = await database
    .selectFrom('notifications')
    .select('id')
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .execute()
  for (const { id: notificationId } of lines) {
    const key = `mail-notification ${notificationId}`
    await enqueueJob(database, mailNotificationJob, { memberId, notificationId }, { key })
  }
}
