import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { startTestSmtpServer } from '../../testing/servers/test-smtp-server.ts'
import { findFreePort } from '../../testing/start-process.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { databaseAddress } from '../../testing/test-database.ts'
import { computeRetryDelay, createMailJobs, deleteOldMailsJob } from './jobs.ts'
import { renderMail } from './render-mail.ts'
import { enqueueMail, sendMailJob } from './outbox.ts'
import { defineMailTemplate } from './mail-template.ts'

const HOSTILE_NAME = '<img src=x onerror=alert(1)> Ada\r\nBcc: eve@example.com'
const noteMail = defineMailTemplate(
  'note',
  z.object({ firstName: z.string(), code: z.string() }),
  ({ firstName, code }, origin) =>
    renderMail(origin, {
      subject: `A note for ${firstName}`,
      preview: 'Look inside',
      title: 'A note',
      firstName,
      parts: [{ code }, { button: 'Open', path: '/open/this' }],
    }),
)
const note = {
  key: 'note 1',
  to: 'ada@example.com',
  template: noteMail,
  data: { firstName: 'Ada', code: '314159' },
}
const jobs = createMailJobs([noteMail])
/** Long enough that two attempts to mark the mail as sent fail, and that dead workers are checked for many times. */
const OUTAGE_MS = 1_500

describe('a mail', () => {
  test('arrives as text and as HTML, with links to our own origin', async () => {
    await using smtpServer = await startTestSmtpServer()
    await using stack = await startWorkerStack({ env: { SMTP_URL: smtpServer.smtpUrl } })
    await stack.startWorker(...jobs)

    await enqueueMail(stack.db, stack.mailer, note)

    const [mail] = await smtpServer.waitForMails('ada@example.com')
    expect(mail).toMatchObject({
      subject: 'A note for Ada',
      from: { name: 'Dolph', address: 'no-reply@dolph.example' },
      to: [{ address: 'ada@example.com' }],
      text: expect.stringContaining('314159'),
      html: expect.stringContaining('314159'),
    })
    expect(mail?.text).toContain('Open:\nhttp://localhost:3000/open/this')
    expect(mail?.html).toContain('href="http://localhost:3000/open/this"')
    const { id } = await stack.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    expect(mail?.messageId).toBe(`<${id}@localhost>`)
  })

  test('is sent only if its transaction commits', async () => {
    await using smtpServer = await startTestSmtpServer()
    await using stack = await startWorkerStack({ env: { SMTP_URL: smtpServer.smtpUrl } })
    await stack.startWorker(...jobs)

    const change = stack.db.transaction().execute(async (tx) => {
      await enqueueMail(tx, stack.mailer, note)
      throw new Error('changed my mind')
    })
    await expect(change).rejects.toThrow('changed my mind')
    await enqueueMail(stack.db, stack.mailer, { ...note, key: 'note 2', to: 'bob@example.com' })

    await smtpServer.waitForMails('bob@example.com')
    expect(smtpServer.allMails()).toHaveLength(1)
  })

  test('with the same key is sent once, however many transactions enqueue it', async () => {
    await using smtpServer = await startTestSmtpServer()
    await using stack = await startWorkerStack({ env: { SMTP_URL: smtpServer.smtpUrl } })
    await stack.startWorker(...jobs)

    const enqueue = () =>
      stack.db.transaction().execute(async (tx) => enqueueMail(tx, stack.mailer, note))
    await Promise.all(Array.from({ length: 8 }, enqueue))
    await smtpServer.waitForMails('ada@example.com')
    await enqueue()
    await enqueueMail(stack.db, stack.mailer, { ...note, key: 'note 2', to: 'bob@example.com' })

    await smtpServer.waitForMails('bob@example.com')
    expect(smtpServer.deliveries()).toBe(2)
  })

  test('that has been sent is not sent again by a repeated job', async () => {
    await using smtpServer = await startTestSmtpServer()
    await using stack = await startWorkerStack({ env: { SMTP_URL: smtpServer.smtpUrl } })
    await stack.startWorker(...jobs)
    await enqueueMail(stack.db, stack.mailer, note)
    await smtpServer.waitForMails('ada@example.com')
    const sent = stack.db.selectFrom('mails').select(['id', 'state'])
    await expect.poll(() => sent.executeTakeFirst()).toMatchObject({ state: 'sent' })
    const { id } = await sent.executeTakeFirstOrThrow()

    await enqueueJob(stack.db, sendMailJob, { mailId: id })
    await enqueueMail(stack.db, stack.mailer, { ...note, key: 'note 2', to: 'bob@example.com' })

    await smtpServer.waitForMails('bob@example.com')
    expect(smtpServer.deliveries()).toBe(2)
  })

  test('is encrypted in the database while it waits, and erased once it is sent', async () => {
    await using smtpServer = await startTestSmtpServer()
    await using stack = await startWorkerStack({ env: { SMTP_URL: smtpServer.smtpUrl } })
    await enqueueMail(stack.db, stack.mailer, note)
    const row = () => stack.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()

    const waiting = await row()
    expect(waiting).toMatchObject({ state: 'due', recipient: 'ada@example.com' })
    expect(waiting.payload?.toString('latin1')).not.toMatch(/314159|Ada|firstName/)

    await stack.startWorker(...jobs)
    await smtpServer.waitForMails('ada@example.com')
    await expect.poll(row).toMatchObject({ state: 'sent', recipient: null, payload: null })
  })

  test('cannot be decrypted if its idempotency key was changed', async () => {
    await using smtpServer = await startTestSmtpServer()
    await using stack = await startWorkerStack({ env: { SMTP_URL: smtpServer.smtpUrl } })
    await enqueueMail(stack.db, stack.mailer, note)
    await stack.db.updateTable('mails').set({ key: 'another' }).execute()
    await stack.startWorker(...jobs)

    const row = () =>
      stack.db.selectFrom('mails').select(['state', 'attempts']).executeTakeFirstOrThrow()
    await expect.poll(row).toEqual({ state: 'due', attempts: 1 })
    expect(smtpServer.deliveries()).toBe(0)
  })

  test('is deleted after a week', async () => {
    await using stack = await startWorkerStack()
    await enqueueMail(stack.db, stack.mailer, note)
    await enqueueMail(stack.db, stack.mailer, { ...note, key: 'old', to: 'old@example.com' })
    await stack.db
      .updateTable('mails')
      .set((mail) => ({ id: mail.fn('uuid_v7', [mail.val('2026-01-01T00:00:00Z')]) }))
      .where('recipient', '=', 'old@example.com')
      .execute()
    await stack.startWorker(...jobs)

    await enqueueJob(stack.db, deleteOldMailsJob, {})

    const recipients = () => stack.db.selectFrom('mails').select('recipient').execute()
    await expect.poll(recipients).toEqual([{ recipient: note.to }])
  })

  test('keeps no key in the clear, because a key may name a member who leaves', async () => {
    await using stack = await startWorkerStack()
    await enqueueMail(stack.db, stack.mailer, note)
    const { key } = await stack.db.selectFrom('mails').select('key').executeTakeFirstOrThrow()
    expect(key).not.toContain(note.key)
  })
})

describe('a mail server', () => {
  test('that is down is retried, and gets the mail when it is back', async () => {
    const port = await findFreePort()
    await using stack = await startWorkerStack({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    await stack.startWorker(...jobs)
    await enqueueMail(stack.db, stack.mailer, note)
    const attempts = () => stack.db.selectFrom('mails').select('attempts').executeTakeFirst()
    await expect.poll(attempts, { timeout: 5_000 }).toEqual({ attempts: 1 })

    await using smtpServer = await startTestSmtpServer({ port })

    await smtpServer.waitForMails('ada@example.com')
    expect(smtpServer.deliveries()).toBe(1)
  })

  test('that accepts a mail during a PostgreSQL outage gets it only once', async () => {
    await using proxy = await startTcpProxy(databaseAddress)
    await using smtpServer = await startTestSmtpServer({ beforeAccept: proxy.disconnect })
    await using stack = await startWorkerStack({
      env: { SMTP_URL: smtpServer.smtpUrl },
      rewriteDatabaseUrl: (url) => Object.assign(url, { port: String(proxy.port) }),
    })
    await stack.startWorker(...jobs)
    await enqueueMail(stack.db, stack.mailer, note)
    await smtpServer.waitForMails('ada@example.com')

    await wait(OUTAGE_MS)
    await proxy.reconnect()

    const state = () => stack.db.selectFrom('mails').select('state').executeTakeFirst()
    await expect.poll(state, { timeout: 10_000 }).toEqual({ state: 'sent' })
    const jobsLeft = () => sql`select from graphile_worker.jobs`.execute(stack.db)
    await expect.poll(async () => (await jobsLeft()).rows.length, { timeout: 10_000 }).toBe(0)
    expect(smtpServer.deliveries()).toBe(1)
  })

  test('that rejects the mailbox is not retried, and the mail is erased', async () => {
    await using smtpServer = await startTestSmtpServer()
    await using stack = await startWorkerStack({ env: { SMTP_URL: smtpServer.smtpUrl } })
    await stack.startWorker(...jobs)

    await enqueueMail(stack.db, stack.mailer, { ...note, to: 'nobody@example.com' })

    const row = () =>
      stack.db.selectFrom('mails').select(['state', 'recipient', 'payload']).executeTakeFirst()
    await expect.poll(row).toEqual({ state: 'given-up', recipient: null, payload: null })
  })

  test('is retried after 2 seconds first, and at least every hour', () => {
    expect([1, 2, 3, 11, 12, 19].map(computeRetryDelay)).toEqual([2, 4, 8, 2048, 3600, 3600])
  })
})

describe('a hostile member', () => {
  test('cannot inject HTML, headers or lines with their name', async () => {
    await using smtpServer = await startTestSmtpServer()
    await using stack = await startWorkerStack({ env: { SMTP_URL: smtpServer.smtpUrl } })
    await stack.startWorker(...jobs)

    await enqueueMail(stack.db, stack.mailer, {
      ...note,
      data: { firstName: HOSTILE_NAME, code: '<b>' },
    })

    const [mail] = await smtpServer.waitForMails('ada@example.com')
    expect(mail?.html).not.toMatch(/<img|<b>/)
    expect(mail?.html).toContain(
      'Hi &#60;img src=x onerror=alert(1)&#62; Ada Bcc: eve@example.com,',
    )
    expect(mail?.text).toContain('\nHi <img src=x onerror=alert(1)> Ada Bcc: eve@example.com,\n')
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail?.recipients).toEqual(['ada@example.com'])
  })

  test.each([
    ['two addresses', 'ada@example.com, eve@example.com'],
    ['a name and an address', 'Ada <eve@example.com>'],
    ['a header', 'ada@example.com\r\nBcc: eve@example.com'],
    ['a command', 'ada@example.com>\r\nRCPT TO:<eve@example.com'],
  ])('cannot send a mail to %s instead of an address', async (_, to) => {
    await using stack = await startWorkerStack()
    await expect(enqueueMail(stack.db, stack.mailer, { ...note, to })).rejects.toThrow(
      'mails_recipient',
    )
  })
})
