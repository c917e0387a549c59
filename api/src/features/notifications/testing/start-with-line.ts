import { sql } from 'kysely'
import type { Deps } from '../../../platform/deps.ts'
import { createMailJobs } from '../../../platform/mail/jobs.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { runJobs } from '../../../testing/run-jobs.ts'
import { startTestSmtpServer } from '../../../testing/servers/test-smtp-server.ts'
import { startWorkerStack } from '../../../testing/start-worker-stack.ts'
import { notificationMailJobs } from '../mails/mail-notification.ts'
import { notificationMail } from '../mails/notification-mail.ts'
import {
  mailNotificationJob,
  scheduleNotificationMails,
} from '../mails/schedule-notification-mail.ts'

export const lineMailJobs = [...notificationMailJobs, ...createMailJobs([notificationMail])]

/** Ada with a post, an email and a line about comments on it; Bob and Carla comment. */
export async function startWithLine() {
  const smtpServer = await startTestSmtpServer()
  const stack = await startWorkerStack({ env: { SMTP_URL: smtpServer.smtpUrl } })
  const { db } = stack
  const ada = await createMemberFixture(db, 'ada')
  await db
    .insertInto('accounts')
    .values({ member_id: ada, email: 'ada@example.com', google_sub: 'ada' })
    .execute()
  const bob = await createMemberFixture(db, 'bob')
  const carla = await createMemberFixture(db, 'carla')
  const post = await createPostFixture(db, ada, { title: 'Quiet map' })
  const notificationId = await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('notifications')
      .values({ member_id: ada, kind: 'comment', target_id: post, comment_id: post, count: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await scheduleNotificationMails(tx, [{ memberId: ada, notificationId: id }])
    return id
  })

  return {
    ...stack,
    smtpServer,
    ada,
    bob,
    carla,
    post,
    notificationId,
    async comment(authorId: string, content: string): Promise<string> {
      const { id } = await db
        .insertInto('comments')
        .values({ post_id: post, author_id: authorId, content })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('notification_comments')
        .values({ comment_id: id, member_id: ada, notification_id: notificationId })
        .execute()
      return id
    },
    /** Runs what is due after ten minutes, and returns the mails that arrived. */
    async waitTenMinutes() {
      await runDueMailJobs(stack)
      await runJobs(stack, lineMailJobs)
      return smtpServer.allMails()
    },
    async [Symbol.asyncDispose]() {
      await stack[Symbol.asyncDispose]()
      await smtpServer[Symbol.asyncDispose]()
    },
  }
}

/** Runs the jobs that wait for ten minutes. */
export async function runDueMailJobs(deps: Deps): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs where task_identifier = ${mailNotificationJob.name}), now())
  `.execute(deps.db)
  await runJobs(deps, notificationMailJobs)
}
