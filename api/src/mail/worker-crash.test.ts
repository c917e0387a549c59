import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { passwordChangedMail } from '../features/accounts/mails.ts'
import { startMailbox } from '../testing/mailbox.ts'
import { startProcess } from '../testing/start-process.ts'
import { startWorkerStack } from '../testing/start-worker-stack.ts'
import { enqueueMail } from './outbox.ts'

const MAILS = 300
/** What one worker does at once, and so the most that it can have handed over without having noted it. */
const IN_FLIGHT = 4

describe('a worker that is killed while hundreds of mails are due', { timeout: 60_000 }, () => {
  test('is replaced by one that sends every mail, and no mailbox shows one twice', async () => {
    await using mailbox = await startMailbox()
    await using world = await startWorkerStack()
    await world.db.transaction().execute(async (tx) => {
      for (let nth = 0; nth < MAILS; nth += 1) {
        await enqueueMail(tx, world.mailer, {
          key: `mail ${nth}`,
          to: `member-${nth}@example.com`,
          template: passwordChangedMail,
          data: { firstName: `Member ${nth}` },
        })
      }
    })
    const env = {
      NODE_ENV: 'test',
      ROLE: 'worker',
      LOG_LEVEL: 'silent',
      APP_ORIGIN: world.config.APP_ORIGIN,
      DATABASE_URL: world.config.DATABASE_URL,
      REDIS_URL: world.config.REDIS_URL,
      SMTP_URL: mailbox.smtpUrl,
    }

    await using victim = await startProcess(env)
    while (mailbox.deliveries() < MAILS / 4) await wait(1)
    victim.kill('SIGKILL')
    await victim.exited
    const sentBefore = mailbox.allMails().length
    await using _heir = await startProcess(env)
    const left = world.db.selectFrom('mails').select('id').where('state', '<>', 'sent')
    await expect.poll(() => left.execute(), { timeout: 45_000, interval: 100 }).toEqual([])

    expect(sentBefore).toBeLessThan(MAILS)
    const recipients = mailbox.allMails().flatMap((mail) => mail.recipients)
    expect(recipients).toHaveLength(MAILS)
    expect(new Set(recipients).size).toBe(MAILS)
    expect(mailbox.deliveries()).toBeLessThanOrEqual(MAILS + IN_FLIGHT)
  })
})
