import { randomUUID } from 'node:crypto'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineJob, handleJob } from '../jobs/define-job.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { startWorker } from '../jobs/worker.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { passwordChangedMail } from '../../features/accounts/mails.ts'
import { generateIpAddress } from '../../testing/generate-ip-address.ts'
import { startTestSmtpServer } from '../../testing/servers/test-smtp-server.ts'
import { startApp } from '../../testing/start-app.ts'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { openAuthenticatedSocket } from '../../testing/sockets/test-socket.ts'
import { explainQuery } from '../../testing/query-plan.ts'

type Api = Pick<Awaited<ReturnType<typeof startApp>>, 'app'>

/** The value of a series, as Prometheus reads it. */
async function readMetric({ app }: Api, series: string): Promise<number> {
  const { body } = await app.inject('/metrics')
  const line = body.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1))
}

test('what waits in the database is read by one query, which serves for ten seconds', async () => {
  await using api = await startApp()
  const { db } = api
  await sql`insert into events (id, kind, subject_id)
    values (uuid_v7(now() - interval '1 hour'), 'post.imported', gen_random_uuid())`.execute(db)
  await sql`insert into failed_events (id, kind, subject_id, data, error)
    select id, kind, subject_id, data, 'broken' from events`.execute(db)
  const job = defineJob('metrics-test', z.object({}))
  await enqueueJob(db, job, {}, { delaySeconds: -120 })
  await enqueueJob(db, job, {}, { delaySeconds: 600 })
  await sql`insert into mails (id, key, recipient, template, payload)
    values (uuid_v7(now() - interval '10 minutes'), 'metrics', 'a@example.test', 'x', '')`.execute(
    db,
  )
  const query = vi.spyOn(db.pool, 'connect')

  const { body } = await api.app.inject('/metrics')
  await api.app.inject('/metrics')

  expect(query).toHaveBeenCalledTimes(1)
  expect(body).toMatch(/^dolph_events_oldest_age_seconds 36\d\d/m)
  expect(body).toMatch(/^dolph_failed_events 1$/m)
  expect(body).toMatch(/^jobs_due\{task="metrics-test"\} 1$/m)
  expect(body).toMatch(/^job_oldest_due_seconds\{task="metrics-test"\} 12\d/m)
  expect(body).toMatch(/^mails_due 1$/m)
  expect(body).toMatch(/^mail_oldest_due_seconds 60\d/m)
  expect(body).toMatch(/^workers_alive 0$/m)
  expect(body).toMatch(/^migration_latest_info\{name="\d{8}T\d{4}-/m)
})

test('an empty queue is zero, and without PostgreSQL the value is unknown', async () => {
  await using api = await startApp()
  await using lost = await startApp({
    rewriteDatabaseUrl: (url) => Object.assign(url, { port: '1' }),
  })
  expect(await readMetric(api, 'dolph_events_oldest_age_seconds')).toBe(0)
  expect(await readMetric(api, 'mail_oldest_due_seconds')).toBe(0)
  const { body } = await lost.app.inject('/metrics')
  expect(body).toMatch(/^mails_due Nan$/im)
  expect(body).toMatch(/^open_sockets 0$/m)
})

test('the age of mails is read from an index', async () => {
  await using api = await startApp()
  await sql`insert into mails (key, template, state, sent_at)
    select 'k' || n, 'x', 'sent', now() from generate_series(1, 20000) n`.execute(api.db)
  await sql`analyze mails`.execute(api.db)
  const statement = `select created_at from mails where state in ('due', 'sending') order by id limit 1`
  const plan = await explainQuery(api.db, statement, [], 'force_custom_plan')
  expect(plan.map((node) => node['Index Name'])).toContain('mails_waiting')
})

test('jobs, interval tasks and live workers are counted', async () => {
  await using api = await startApp()
  const job = defineJob('counted', z.object({ fails: z.boolean() }))
  await enqueueJob(api.db, job, { fails: false })
  await enqueueJob(api.db, job, { fails: true })
  const handler = handleJob(job, async ({ fails }) => {
    if (fails) throw new Error('planned failure')
  })
  const task = { name: 'tick', intervalMs: 20, run: async () => false }
  const worker = await startWorker(
    api,
    { jobs: [handler], intervalTasks: [task] },
    pino({ level: 'silent' }),
    api.app.metricsRegistry,
  )
  const read = (series: string) => readMetric(api, series)
  await expect.poll(() => read('job_attempts_total{task="counted",outcome="done"}')).toBe(1)
  await expect.poll(() => read('job_attempts_total{task="counted",outcome="failed"}')).toBe(1)
  expect(await read('job_attempts_total{task="counted",outcome="given-up"}')).toBe(0)
  await expect
    .poll(() => read('interval_task_runs_total{task="tick",outcome="done"}'))
    .toBeGreaterThan(1)
  const age =
    Date.now() / 1_000 - (await read('interval_task_last_run_timestamp_seconds{task="tick"}'))
  expect(age).toBeLessThan(10)
  await using second = await startApp({ shareWith: api })
  await expect.poll(() => readMetric(second, 'workers_alive')).toBe(1)
  await worker.stop()
})

test('a sent mail is measured from its commit to the mail server', async () => {
  await using smtpServer = await startTestSmtpServer()
  await using api = await startApp({ smtpServer })
  const before = await readMetric(api, 'mail_delay_seconds_count')
  await enqueueMail(api.db, api.mailer, {
    key: 'metrics',
    to: 'member@example.test',
    template: passwordChangedMail,
    data: { firstName: 'Ada' },
  })
  await expect.poll(() => readMetric(api, 'mail_delay_seconds_count')).toBe(before + 1)
})

test('sends are counted by outcome, and their delivery is measured', async () => {
  await using api = await startMessagingApp(undefined, { isListening: true })
  const { ada, bob } = api
  const read = (outcome: string) =>
    readMetric(api, `message_send_seconds_count{outcome="${outcome}"}`)
  const readAll = () =>
    Promise.all([read('new'), read('repeated'), read('refused'), read('failed')])
  const deliveries = 'message_delivery_seconds_count{way="bus"}'
  await using socket = await openAuthenticatedSocket(api, bob)
  const [sent, repeated, refused, failed] = await readAll()
  const delivered = await readMetric(api, deliveries)
  const pushed = await readMetric(api, 'socket_events_total{direction="pushed"}')

  const tempId = `temp-${randomUUID()}`
  await ada.sendMessage(bob, 'Hello', tempId)
  await ada.sendMessage(bob, 'Hello', tempId)
  await socket.nextEvent('new_message')
  await ada.send(sendMessage, { body: { recipientId: randomUUID(), content: 'Hello' } })

  expect(await readAll()).toEqual([sent + 1, repeated + 1, refused + 1, failed])
  expect(await readMetric(api, deliveries)).toBe(delivered + 1)
  expect(await readMetric(api, 'socket_events_total{direction="pushed"}')).toBeGreaterThan(pushed)
})

test('refusals are counted by code and by the limit that refused', async () => {
  await using api = await startApp()
  const read = (series: string) => readMetric(api, series)
  const [invalid, limited] = await Promise.all([
    read('http_refusals_total{code="invalid-input"}'),
    read('rate_limit_refusals_total{limit="people"}'),
  ])
  await api.app.inject('/api/posts/browse?cursor=x')
  const remoteAddress = generateIpAddress()
  for (let sent = 0; sent < 31; sent += 1)
    await api.app.inject({ url: '/api/users/search?q=a', remoteAddress })
  expect(await read('http_refusals_total{code="invalid-input"}')).toBe(invalid + 1)
  expect(await read('rate_limit_refusals_total{limit="people"}')).toBe(limited + 1)
  expect(await read('http_requests_in_flight')).toBe(1)
})
