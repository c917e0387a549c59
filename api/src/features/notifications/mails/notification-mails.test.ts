import { readNotifications } from '@dolph/contract/notifications/notifications'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { runJobs } from '../../../testing/run-jobs.ts'
import { startNotificationsApp } from '../testing/start-notifications-app.ts'
import { lineMailJobs, runDueMailJobs, startWithLine } from '../testing/start-with-line.ts'
import { mailNotificationJob, scheduleNotificationMails } from './schedule-notification-mail.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'

const LONG_TEXT = `**Bold** words, a [link](https://evil.example) and ${'so on and '.repeat(40)}`

test('comments lead to one mail until the line is read', async () => {
  await using app = await startNotificationsApp()
  const countJobs = async () => {
    const { rows } = await sql<{ count: string }>`
      select count(*) from graphile_worker.jobs where task_identifier = ${mailNotificationJob.name}
    `.execute(app.db)
    return Number(rows[0]?.count)
  }
  const mailsToAda = async () =>
    app.db.selectFrom('mails').select('id').where('template', '=', 'notification').execute()

  await app.bob.addComment('One')
  await app.carla.addComment('Two')
  await app.deliver()
  expect(await countJobs()).toBe(1)
  await runDueMailJobs(app)
  expect(await mailsToAda()).toHaveLength(1)

  await app.bob.addComment('Three')
  await app.deliver()
  expect(await countJobs()).toBe(0)

  const body = { upTo: new Date(Date.now() + 60_000).toISOString() }
  await app.ada.call(readNotifications, { body })
  await app.bob.addComment('Four')
  await app.deliver()
  await runDueMailJobs(app)
  expect(await mailsToAda()).toHaveLength(2)
})

describe('the mail about a line', () => {
  test('waits ten minutes, and is one for a burst', async () => {
    await using stack = await startWithLine()
    await stack.comment(stack.bob, 'First')
    await runJobs(stack, lineMailJobs)
    expect(stack.smtpServer.allMails()).toEqual([])
    await stack.comment(stack.bob, 'Second')
    const newest = await stack.comment(stack.carla, LONG_TEXT)

    const [mail, ...others] = await stack.waitTenMinutes()

    expect(others).toEqual([])
    expect(mail).toMatchObject({
      recipients: ['ada@example.com'],
      subject: '3 new comments on “Quiet map”',
    })
    expect(mail?.text).toContain('carla and bob commented on “Quiet map”')
    expect(mail?.text).toContain(`http://localhost:3000/posts/${stack.post}#comment-${newest}`)
    const quote = mail?.text?.split('\n').find((line) => line.startsWith('> '))
    expect(quote).toMatch(/^> Bold words, a link and so on/)
    expect([...(quote ?? '')].length).toBe(142)
    expect(mail?.html).not.toContain('evil.example')
  })

  test('can be ended with one click, and in its foot', async () => {
    await using stack = await startWithLine()
    await stack.comment(stack.bob, 'Nice')

    const [mail] = await stack.waitTenMinutes()

    const token = createUnsubscribeToken(stack.config.SECRET, {
      memberId: stack.ada,
      kind: 'comment',
    })
    expect(mail?.subject).toBe('bob commented on “Quiet map”')
    expect(mail?.raw.split('\r\n')).toEqual(
      expect.arrayContaining([
        `List-Unsubscribe: <http://localhost:3000/api/notifications/unsubscribe/${token}>`,
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    )
    for (const part of [mail?.text, mail?.html])
      expect(part).toContain(`http://localhost:3000/unsubscribe/${token}`)
  })

  test('is sent once, however often its job runs', async () => {
    await using stack = await startWithLine()
    await stack.comment(stack.bob, 'Nice')
    await stack.waitTenMinutes()

    const { ada: memberId, notificationId } = stack
    await scheduleNotificationMails(stack.db, [{ memberId, notificationId }])
    await stack.waitTenMinutes()

    expect(stack.smtpServer.deliveries()).toBe(1)
  })

  test('is not sent if the transaction of the line is rolled back', async () => {
    await using stack = await startWithLine()
    const count = async () => {
      const { rows } = await sql<{ count: string }>`
        select count(*) from graphile_worker.jobs where task_identifier = ${mailNotificationJob.name}
      `.execute(stack.db)
      return Number(rows[0]?.count)
    }
    expect(await count()).toBe(1)

    const change = stack.db.transaction().execute(async (tx) => {
      const line = { memberId: stack.ada, notificationId: stack.bob }
      await scheduleNotificationMails(tx, [line])
      throw new Error('changed my mind')
    })

    await expect(change).rejects.toThrow('changed my mind')
    expect(await count()).toBe(1)
  })

  test('leaves out members who were blocked meanwhile', async () => {
    await using stack = await startWithLine()
    await stack.comment(stack.carla, 'Nice')
    await stack.comment(stack.bob, 'Rude')
    await stack.db
      .insertInto('blocks')
      .values({ member_id: stack.ada, other_id: stack.bob })
      .execute()

    const [mail] = await stack.waitTenMinutes()

    expect(mail?.subject).toBe('carla commented on “Quiet map”')
    expect(mail?.text).toContain('> Nice')
    expect(mail?.raw).not.toMatch(/bob|Rude/)
  })

  type Stack = Awaited<ReturnType<typeof startWithLine>>
  const reasons: [string, (stack: Stack) => Promise<unknown>][] = [
    [
      'the line was read',
      async ({ db }) => sql`update notifications set read_at = now()`.execute(db),
    ],
    ['the line is gone', async ({ db }) => db.deleteFrom('notifications').execute()],
    [
      'the member unsubscribed',
      async ({ db, ada }) =>
        db
          .insertInto('notification_settings')
          .values({ member_id: ada, kinds: '{"comment":{"app":true,"mail":false}}' })
          .execute(),
    ],
    [
      'the member left',
      async ({ db, ada }) =>
        sql`update members set deleted_at = now() where id = ${ada}`.execute(db),
    ],
    [
      'the member blocked the other',
      async ({ db, ada, bob }) =>
        db.insertInto('blocks').values({ member_id: ada, other_id: bob }).execute(),
    ],
    [
      'the other blocked the member',
      async ({ db, ada, bob }) =>
        db.insertInto('blocks').values({ member_id: bob, other_id: ada }).execute(),
    ],
    [
      'the member muted the other',
      async ({ db, ada, bob }) =>
        db.insertInto('mutes').values({ member_id: ada, other_id: bob }).execute(),
    ],
    [
      'the member muted the post',
      async ({ db, ada, post }) =>
        db.insertInto('post_mutes').values({ member_id: ada, post_id: post }).execute(),
    ],
    ['the post is hidden', async ({ db }) => sql`update posts set hidden_at = now()`.execute(db)],
    [
      'the comment is hidden',
      async ({ db }) => sql`update comments set hidden_at = now()`.execute(db),
    ],
    [
      'the comment was deleted',
      async ({ db }) =>
        sql`update comments set deleted_at = now(), author_id = null, content = ''`.execute(db),
    ],
    [
      'the other left',
      async ({ db, bob }) =>
        sql`update members set deleted_at = now() where id = ${bob}`.execute(db),
    ],
  ]

  test.each(reasons)('is not sent if %s', async (_, change) => {
    await using stack = await startWithLine()
    await stack.comment(stack.bob, 'Nice')
    await change(stack)

    expect(await stack.waitTenMinutes()).toEqual([])
    expect(await stack.db.selectFrom('mails').select('id').execute()).toEqual([])
  })

  test('about a decision names what was hidden, and quotes the rule and the reason', async () => {
    await using stack = await startWithLine()
    const { db, ada } = stack
    const { id: caseId } = await db
      .insertInto('cases')
      .values({
        kind: 'post',
        subject_id: stack.post,
        author_id: ada,
        state: 'decided',
        decision: 'hide',
        rule: 'spam',
        text: 'The same link in ten posts.',
        decided_at: new Date().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addLine('decision')
    await addLine('report')

    const mails = await stack.waitTenMinutes()

    // Mails about reports are off by default.
    expect(mails).toHaveLength(1)
    const [{ title } = { title: '' }] = await db.selectFrom('posts').select('title').execute()
    expect(mails[0]?.subject).toBe(`“${title}” was hidden`)
    expect(mails[0]?.text).toContain('“No spam”')
    expect(mails[0]?.text).toContain('> The same link in ten posts.')
    expect(mails[0]?.text).toContain('http://localhost:3000/settings/decisions')

    async function addLine(kind: 'decision' | 'report') {
      const { id } = await db
        .insertInto('notifications')
        .values({ member_id: ada, kind, target_id: caseId })
        .returning('id')
        .executeTakeFirstOrThrow()
      await scheduleNotificationMails(db, [{ memberId: ada, notificationId: id }])
    }
  })
})
