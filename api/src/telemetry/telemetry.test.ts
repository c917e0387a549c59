import { describe, expect, test } from 'vitest'
import { startApp } from '../testing/start-app.ts'
import { scrub } from './logging.ts'

describe('health', () => {
  test('a process with its database is ready', async () => {
    await using api = await startApp()
    await expect
      .poll(async () => (await api.app.inject('/readyz')).json())
      .toEqual({
        status: 'ready',
        database: 'ok',
        redis: 'ok',
      })
    expect((await api.app.inject('/healthz')).statusCode).toBe(200)
  })

  test('losing Redis shows, but the process goes on serving', async () => {
    await using api = await startApp({ env: { REDIS_URL: 'redis://127.0.0.1:1' } })
    const reply = await api.app.inject('/readyz')
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ status: 'ready', redis: 'down' })
  })

  test('a process that is stopping sends proxies elsewhere and still answers', async () => {
    await using api = await startApp()
    api.app.drain.started = true
    const ready = await api.app.inject('/readyz')
    const browse = await api.app.inject('/api/posts/browse')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ status: 'stopping' })
    expect(browse.statusCode).toBe(200)
    expect(browse.headers['connection']).toBe('close')
  })
})

describe('metrics', () => {
  test('count requests by route pattern, never by address', async () => {
    await using api = await startApp()
    await api.app.inject('/api/posts/browse?type=showcase')
    const { body } = await api.app.inject('/metrics')
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/posts/browse",status="200"} 1',
    )
    expect(body).not.toContain('showcase')
  })

  test('are for whoever knows the token, and look like nothing to the rest', async () => {
    await using api = await startApp({ env: { METRICS_TOKEN: 'a-long-enough-token' } })
    const headers = { authorization: 'Bearer a-long-enough-token' }
    expect((await api.app.inject('/metrics')).statusCode).toBe(404)
    expect((await api.app.inject({ url: '/metrics', headers })).statusCode).toBe(200)
  })
})

describe('logs', () => {
  test('never hold a secret, however deep it lies', () => {
    const canary = 'canary-7f3a'
    const entry = {
      password: canary,
      request: { headers: { cookie: canary, authorization: canary, accept: 'text/html' } },
      body: { user: [{ email: canary, newPassword: canary }] },
      status: 200,
    }
    const written = JSON.stringify(scrub(entry))
    expect(written).not.toContain(canary)
    expect(written).toContain('text/html')
  })

  test('tell a failure by its route pattern and request id, without the address', async () => {
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
