import { sql } from 'kysely'
import { createMailJobs } from '../../../platform/mail/jobs.ts'
import { deliverPendingEvents } from '../../../testing/events/deliver-pending-events.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { runJobs } from '../../../testing/run-jobs.ts'
import { startTestSmtpServer } from '../../../testing/servers/test-smtp-server.ts'
import { startWorkerStack } from '../../../testing/start-worker-stack.ts'
import { mailUnreadMessages } from '../mails/unread-messages/mail-unread-messages.ts'
import { notificationMail } from '../mails/notification-mail.ts'
import { notificationSubscribers } from '../subscribers.ts'
import { runDueMailJobs } from './start-with-line.ts'
import { unreadRoomMail } from '../mails/unread-messages/unread-room-mail.ts'
import { unreadMessagesMail } from '../mails/unread-messages/unread-messages-mail.ts'

export const SECRET_TEXT = 'The key is under the mat'

/** Ada and Bob with emails; `search` looks for unread messages at a time from now on. */
export async function startWithWriters() {
  const smtpServer = await startTestSmtpServer()
  const stack = await startWorkerStack({ env: { SMTP_URL: smtpServer.smtpUrl } })
  const ada = await createMember('ada')
  const bob = await createMember('bob')
  const start = Date.now()
  await mailUnreadMessages(stack, start)

  async function createMember(username: string) {
    const id = await createMemberFixture(stack.db, username)
    await stack.db
      .insertInto('accounts')
      .values({ member_id: id, email: `${username}@example.com`, google_sub: username })
      .execute()
    return id
  }

  return {
    ...stack,
    smtpServer,
    ada,
    bob,
    createMember,
    send: async (from: string, to: string) =>
      sql`select insert_message(${from}, ${to}, ${SECRET_TEXT}, null, true)`.execute(stack.db),
    /** The room of a post of the author, on whose team the members are. */
    async createRoom(author: string, members: string[], title: string) {
      const postId = await createPostFixture(stack.db, author, { title })
      for (const member_id of members) {
        await stack.db
          .insertInto('team_members')
          .values({ post_id: postId, member_id, role_title: 'Tester' })
          .execute()
      }
      const { id } = await stack.db
        .selectFrom('rooms')
        .select('id')
        .where('post_id', '=', postId)
        .executeTakeFirstOrThrow()
      return id
    },
    sendToRoom: async (from: string, roomId: string, names: string[] = []) =>
      sql`select insert_room_message(${from}, ${roomId}, ${SECRET_TEXT}, null, ${names})`.execute(
        stack.db,
      ),
    /** Writes the lines of mentions, and runs what is due after ten minutes. */
    async mailMentions() {
      await deliverPendingEvents(stack, [notificationSubscribers])
      await runDueMailJobs(stack)
    },
    search: async (afterMs: number) => mailUnreadMessages(stack, start + afterMs),
    countMails: async () =>
      Number(
        (
          await stack.db
            .selectFrom('mails')
            .select((mail) => mail.fn.countAll<string>().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      ),
    async deliver() {
      await runJobs(stack, createMailJobs([unreadMessagesMail, unreadRoomMail, notificationMail]))
      return smtpServer.allMails()
    },
    async [Symbol.asyncDispose]() {
      await stack[Symbol.asyncDispose]()
      await smtpServer[Symbol.asyncDispose]()
    },
  }
}
