import { Notification } from '@dolph/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { JoinRequests } from '../../join-requests/tables.ts'
import { insertEvent } from '../../../platform/events/insert-event.ts'
import { createMailJobs } from '../../../platform/mail/jobs.ts'
import { deliverPendingEvents } from '../../../testing/events/deliver-pending-events.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import {
  createJoinRequestFixture,
  createRoleFixture,
} from '../../../testing/join-request-fixtures.ts'
import { runJobs } from '../../../testing/run-jobs.ts'
import { startTestSmtpServer } from '../../../testing/servers/test-smtp-server.ts'
import { startWorkerStack } from '../../../testing/start-worker-stack.ts'
import { buildLineJson } from '../list/notification-json.ts'
import { LIST_START, selectNotifications } from '../list/queries.ts'
import { notificationMail } from '../mails/notification-mail.ts'
import { notificationSubscribers } from '../subscribers.ts'
import { lineMailJobs, runDueMailJobs } from './start-with-line.ts'

/** Ada has a post with the role of a designer; Bob and Carla ask to join. All have emails. */
export async function startAppWithRequests() {
  const smtpServer = await startTestSmtpServer()
  const stack = await startWorkerStack({ env: { SMTP_URL: smtpServer.smtpUrl } })
  const { db } = stack
  const [ada, bob, carla] = [
    await createMember('ada'),
    await createMember('bob'),
    await createMember('carla'),
  ]
  const post = await createPostFixture(db, ada, { title: 'Quiet map' })
  const role = await createRoleFixture(db, post, { title: 'Designer', seats: 3 })
  const deliver = async () => deliverPendingEvents(stack, [notificationSubscribers])

  async function createMember(username: string) {
    const id = await createMemberFixture(db, username)
    await db
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
    carla,
    post,
    role,
    deliver,
    createMember,
    async ask(memberId: string, fields: Parameters<typeof createJoinRequestFixture>[3] = {}) {
      const id = await createJoinRequestFixture(db, role, memberId, fields)
      const actorId = fields.invitedBy ?? memberId
      await insertEvent(db, 'join-request.created', { subjectId: id, actorId, data: {} })
      return id
    },
    async block(memberId: string, otherId: string) {
      await db.insertInto('blocks').values({ member_id: memberId, other_id: otherId }).execute()
      const data = { memberIds: [otherId] }
      await insertEvent(db, 'member.blocked', { subjectId: memberId, actorId: memberId, data })
    },
    /** Changes the state as an answer, a withdrawal or an end does. */
    async answer(
      request: string,
      fields: Pick<Updateable<JoinRequests>, 'state' | 'reason' | 'answer'>,
      actorId: string | null,
    ) {
      await db.updateTable('join_requests').set(fields).where('id', '=', request).execute()
      const { state } = fields
      const kind = state === 'withdrawn' || state === 'ended' ? state : 'answered'
      await insertEvent(db, `join-request.${kind}`, { subjectId: request, actorId, data: {} })
    },
    async remind(request: string) {
      await sql`update join_requests set reminders_sent = reminders_sent + 1 where id = ${request}`.execute(
        db,
      )
      await insertEvent(db, 'join-request.due', { subjectId: request, actorId: null, data: {} })
    },
    /** The lines of a member, the newest first, after all events are delivered. */
    async listOf(memberId: string) {
      await deliver()
      const position = { memberId, beforeAt: LIST_START.at, beforeId: LIST_START.id }
      const { lines } = await selectNotifications(db, position, 20)
      return lines.map((line) => {
        const { people, ...fields } = Notification.parse(JSON.parse(buildLineJson(line)))
        return { ...fields, people: people.map(({ userName }) => userName) }
      })
    },
    /** Runs what is due after ten minutes, and returns the mails that arrived. */
    async waitTenMinutes() {
      await deliver()
      await runDueMailJobs(stack)
      await runJobs(stack, [...lineMailJobs, ...createMailJobs([notificationMail])])
      return smtpServer.allMails()
    },
    async [Symbol.asyncDispose]() {
      await stack[Symbol.asyncDispose]()
      await smtpServer[Symbol.asyncDispose]()
    },
  }
}
