import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { migrateDatabase } from '../db/migrate-database.ts'
import { startApp, TEST_REDIS_URL } from '../../testing/start-app.ts'
import { startProcess } from '../../testing/start-process.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { startOpsServer } from './ops-server.ts'

const ENV = {
  NODE_ENV: 'production',
  RELEASE: '9.9.9',
  LOG_LEVEL: 'silent',
  DRAIN_MS: '0',
  APP_ORIGIN: 'https://dolph.example',
  REDIS_URL: TEST_REDIS_URL,
  SECRET: 'q7Zt3mVx0Lr8Kd2Wn5Yb9Hc4Jf6Gs1Pa',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'key',
}

describe('the operations port', () => {
  test('a worker is healthy, measured, and ready once the migrations of its release have run', async () => {
    await using database = await cloneDatabase()
    await sql`create table held_back as select * from applied_migrations
      where name not like 'after/%' order by name desc limit 1`.execute(database.db)
    await sql`delete from applied_migrations where name in (select name from held_back)`.execute(
      database.db,
    )
    const env = { ...ENV, ROLE: 'worker', DATABASE_URL: database.url }
    await using worker = await startProcess(env, { isWaiting: false })
    const read = (path: string) => fetch(worker.opsUrl + path)
    const isHealthy = () =>
      read('/healthz')
        .then(({ ok }) => ok)
        .catch(() => false)
    await expect.poll(isHealthy, { timeout: 20_000 }).toBe(true)

    expect(await (await read('/healthz')).json()).toEqual({
      status: 'ok',
      role: 'worker',
      release: '9.9.9',
    })
    const behind = await read('/readyz')
    expect(behind.status).toBe(503)
    expect(await behind.json()).toMatchObject({
      status: 'unavailable',
      database: 'ok',
      schema: 'behind',
      waitsFor: ['the job worker'],
    })
    await sql`insert into applied_migrations select * from held_back`.execute(database.db)
    await expect.poll(async () => (await read('/readyz')).status, { timeout: 10_000 }).toBe(200)

    const metrics = await (await read('/metrics')).text()
    expect(metrics).toContain('dolph_info{release="9.9.9",role="worker"')
    expect(metrics).toContain('dolph_event_batch_seconds_count')
    const { rows } = await sql<{ name: string }>`select distinct application_name as name
      from pg_stat_activity where datname = current_database()`.execute(database.db)
    expect(rows.map(({ name }) => name)).toContain('dolph-worker/9.9.9')

    worker.kill('SIGTERM')
    expect(await worker.exited).toBe(0)
  }, 40_000)

  test('a process on an empty database is not ready until it is migrated', async () => {
    await using database = await cloneDatabase('template0')
    await using api = await startApp({
      rewriteDatabaseUrl: () => new URL(database.url),
    })
    await using ops = await startOps(api)
    const readSchema = async () => {
      const reply = await fetch(`${ops.url}/readyz`)
      return [reply.status, ((await reply.json()) as { schema: string }).schema]
    }
    expect(await readSchema()).toEqual([503, 'behind'])
    await using migrator = openDatabase(database.url, { statementTimeoutMs: 0 })
    await migrateDatabase(migrator)
    await expect.poll(readSchema, { timeout: 5_000 }).toEqual([200, 'ok'])
  }, 30_000)

  test('a thousand readiness checks cost at most two queries a second', async () => {
    await using api = await startApp()
    await using ops = await startOps(api)
    const query = vi.spyOn(api.db.pool, 'query')
    const startedAt = performance.now()
    const ask = async () => (await fetch(`${ops.url}/readyz`)).status
    const statuses = new Set<number>()
    for (let batch = 0; batch < 20; batch += 1) {
      for (const status of await Promise.all(Array.from({ length: 50 }, ask))) statuses.add(status)
    }
    const seconds = (performance.now() - startedAt) / 1_000
    expect([...statuses]).toEqual([200])
    expect(query.mock.calls.length).toBeLessThanOrEqual(2 + 2 * Math.floor(seconds))
  })

  test('serves metrics without a token unless one is set, and nothing else', async () => {
    await using open = await startApp()
    await using openOps = await startOps(open)
    expect((await fetch(`${openOps.url}/metrics`)).status).toBe(200)
    expect((await fetch(`${openOps.url}/api/posts/browse`)).status).toBe(404)
    expect((await fetch(`${openOps.url}/readyz`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${openOps.url}/healthz`, { method: 'HEAD' })).status).toBe(200)

    await using closed = await startApp({ env: { METRICS_TOKEN: 'a-long-enough-token' } })
    await using closedOps = await startOps(closed)
    const headers = { authorization: 'Bearer a-long-enough-token' }
    expect((await fetch(`${closedOps.url}/metrics`)).status).toBe(404)
    expect((await fetch(`${closedOps.url}/metrics`, { headers })).status).toBe(200)
  })

  test('a stopping process and one that waits for something are not ready, and say why', async () => {
    await using api = await startApp()
    await using ops = await startOps(api)
    const read = async () => (await fetch(`${ops.url}/readyz`)).json()
    api.app.readiness.blockers.add('a restored backup')
    expect(await read()).toMatchObject({ status: 'unavailable', waitsFor: ['a restored backup'] })
    api.app.readiness.blockers.clear()
    expect(await read()).toMatchObject({ status: 'ready' })
    api.app.readiness.isStopping = true
    expect(await read()).toMatchObject({ status: 'stopping' })
  })
})

async function startOps({ app, config }: Awaited<ReturnType<typeof startApp>>) {
  const server = await startOpsServer({
    config: { ...config, OPS_PORT: 0 },
    readiness: app.readiness,
    registry: app.metricsRegistry,
    log: pino({ level: 'silent' }),
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: () => server.close(),
  }
}
