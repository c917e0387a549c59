import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { passwordChangedMail } from '../../features/accounts/mails.ts'
import { startTestSmtpServer } from '../../testing/servers/test-smtp-server.ts'
import { startProcess } from '../../testing/start-process.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { enqueueMail } from './outbox.ts'
import { chooseSize } from '../../testing/test-size.ts'

const MAILS = chooseSize({ short: 100, long: 1_000 })
/** The job concurrency of one worker, and so the most mails that it can have sent without marking them as sent. */
const IN_FLIGHT = 4

describe('a worker that is killed while many mails are queued', { timeout: 60_000 }, () => {
  test('is replaced by a worker that sends every mail, and no mailbox shows a mail twice', async () => {
    await using smtpServer = await startTestSmtpServer()
    await using stack = await startWorkerStack()
    await stack.db.transaction().execute(async (tx) => {
      for (let index = 0; index < MAILS; index += 1) {
        await enqueueMail(tx, stack.mailer, {
          key: `mail ${index}`,
          to: `member-${index}@example.com`,
          template: passwordChangedMail,
          data: { firstName: `Member ${index}` },
        })
      }
    })
    const env = {
      NODE_ENV: 'test',
      ROLE: 'worker',
      LOG_LEVEL: 'silent',
      APP_ORIGIN: stack.config.APP_ORIGIN,
      DATABASE_URL: stack.config.DATABASE_URL,
      REDIS_URL: stack.config.REDIS_URL,
      SMTP_URL: smtpServer.smtpUrl,
    }

    await using killedWorker = await startProcess(env)
    while (smtpServer.deliveries() < MAILS / 4) await wait(1)
    killedWorker.kill('SIGKILL')
    await killedWorker.exited
    const sentBefore = smtpServer.allMails().length
    await using _replacement = await startProcess(env)
    const unsent = stack.db.selectFrom('mails').select('id').where('state', '<>', 'sent')
    await expect.poll(() => unsent.execute(), { timeout: 45_000, interval: 100 }).toEqual([])

    expect(sentBefore).toBeLessThan(MAILS)
    const recipients = smtpServer.allMails().flatMap((mail) => mail.recipients)
    expect(recipients).toHaveLength(MAILS)
    expect(new Set(recipients).size).toBe(MAILS)
    expect(smtpServer.deliveries()).toBeLessThanOrEqual(MAILS + IN_FLIGHT)
  })
})
