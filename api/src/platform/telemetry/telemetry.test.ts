import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { startApp } from '../../testing/start-app.ts'
import { databaseAddress } from '../../testing/test-database.ts'
import { createLogger, logOptions } from './logging.ts'

describe('health', () => {
  test('a process with its database is ready', async () => {
    await using api = await startApp()
    await expect
      .poll(async () => (await api.app.inject('/readyz')).json())
      .toEqual({
        status: 'ready',
        database: 'ok',
        schema: 'ok',
        redis: 'ok',
      })
    const health = await api.app.inject('/healthz')
    expect(health.json()).toEqual({ status: 'ok', release: api.config.RELEASE })
  })

  test('without Redis the process reports it and stays ready', async () => {
    await using api = await startApp({ env: { REDIS_URL: 'redis://127.0.0.1:1' } })
    const reply = await api.app.inject('/readyz')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ status: 'ready', redis: 'down' })
  })

  test('readiness checks are not rate limited, and ask the database once a second at most', async () => {
    await using api = await startApp()
    const query = vi.spyOn(api.db.pool, 'query')
    const startedAt = performance.now()
    const checkReadiness = () => api.app.inject('/readyz').then((reply) => reply.statusCode)
    const statuses = await Promise.all(Array.from({ length: 700 }, checkReadiness))
    expect(new Set(statuses)).toEqual(new Set([200]))
    const seconds = (performance.now() - startedAt) / 1_000
    expect(query.mock.calls.length).toBeLessThanOrEqual(1 + Math.floor(seconds))

    await expect
      .poll(async () => (await checkReadiness(), query.mock.calls.length), { timeout: 3_000 })
      .toBeGreaterThan(1)
  })

  test('a process that never reached its database is not ready; one that lost it still is', async () => {
    await using proxy = await startTcpProxy(databaseAddress)
    const via = (url: URL) =>
      Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) })
    await using api = await startApp({ rewriteDatabaseUrl: via })
    const ready = () => api.app.inject('/readyz').then((reply) => reply.statusCode)

    const database = () =>
      api.app.inject('/readyz').then((reply) => reply.json<{ database: string }>().database)

    await proxy.disconnect()
    expect(await ready()).toBe(503)
    await proxy.reconnect()
    await expect.poll(ready, { timeout: 5_000 }).toBe(200)
    await proxy.disconnect()
    await expect.poll(database, { timeout: 5_000 }).toBe('down')
    expect(await ready()).toBe(200)
  })

  test('a stopping process is not ready but still answers requests', async () => {
    await using api = await startApp()
    api.app.readiness.isStopping = true
    const ready = await api.app.inject('/readyz')
    const browse = await api.app.inject('/api/posts/browse')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ status: 'stopping' })
    expect(browse.statusCode).toBe(200)
    expect(browse.headers['connection']).toBe('close')
  })
})

describe('metrics', () => {
  test('count requests by route pattern, never by URL', async () => {
    await using api = await startApp()
    await api.app.inject('/api/posts/browse?type=showcase')
    const { body } = await api.app.inject('/metrics')
    expect(body).toContain(
      'http_requests_total{method="GET",route="/api/posts/browse",status="200"} 1',
    )
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/posts/browse"} 1',
    )
    expect(body).not.toContain('showcase')
  })

  test('need the token, and answer 404 without it', async () => {
    await using api = await startApp({ env: { METRICS_TOKEN: 'a-long-enough-token' } })
    const headers = { authorization: 'Bearer a-long-enough-token' }
    expect((await api.app.inject('/metrics')).statusCode).toBe(404)
    expect((await api.app.inject({ url: '/metrics', headers })).statusCode).toBe(200)
  })
})

describe('logs', () => {
  test('name the role and the release of the process in every line', () => {
    const lines: string[] = []
    const config = { LOG_LEVEL: 'info', ROLE: 'worker', RELEASE: '1.2.3' } as const
    createLogger(config, { write: (line) => lines.push(line) }).info('started')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ role: 'worker', release: '1.2.3' })
  })

  test('never contain a secret at any depth, nor the rows that PostgreSQL quotes', () => {
    const canary = 'canary-7f3a'
    const lines: string[] = []
    const log = pino(logOptions, { write: (line: string) => void lines.push(line) })
    const duplicate = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: `Key (email)=(${canary}) already exists.`,
    })

    log.info({
      password: canary,
      request: { headers: { cookie: canary, authorization: canary, accept: 'text/html' } },
      body: { people: [{ email: canary, newPassword: canary }] },
    })
    log.error(duplicate)
    log.error({ err: new Error('wrapped', { cause: duplicate }) })

    expect(lines.join()).not.toContain(canary)
    expect(lines[0]).toContain('text/html')
    expect(lines[0]).toContain('"people":[{')
    expect(lines[1]).toContain('23505')
  })

  test('name a failure by its route pattern and request id, without the URL', async () => {
    const lines: string[] = []
    await using api = await startApp({
      server: {
        logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
      },
    })
    const reply = await api.app.inject('/api/posts/browse?cursor=my-secret')
    const line = lines.find((each) => each.includes('"msg":"request"')) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      reqId: reply.headers['x-request-id'],
      route: '/api/posts/browse',
      status: 400,
    })
    expect(lines.join()).not.toContain('my-secret')
  })
})
