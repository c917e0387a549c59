import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { runPreflightChecks } from './preflight-checks.ts'

// A server that is neither PostgreSQL nor Redis and closes every connection.
const unrelatedServer = createServer((socket) => socket.destroy())
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    unrelatedServer.listen(0, '127.0.0.1', resolve)
  })
  const address = unrelatedServer.address()
  if (address !== null && typeof address === 'object') port = address.port
})
afterAll(() => {
  unrelatedServer.close()
})

test('missing services and taken ports are reported with a way to fix them and without passwords', async () => {
  const settings = readSettings({
    DATABASE_URL: `postgres://ada:hunter2@127.0.0.1:${port}/dolph`,
    REDIS_URL: `redis://:hunter2@127.0.0.1:${port}/0`,
    MAILBOX_PORT: String(port),
  })
  const report = (await runPreflightChecks(settings)).join('\n')
  expect(report).toContain(`PostgreSQL does not answer at postgres://ada@127.0.0.1:${port}/dolph`)
  expect(report).toContain(`Redis does not answer at redis://127.0.0.1:${port}/0`)
  expect(report).toContain('docker compose up -d postgres redis')
  expect(report).toContain(`Port ${port} is taken`)
  expect(report).not.toContain('hunter2')
})

test('an invalid port prevents startup', () => {
  expect(() => readSettings({ WEB_PORT: 'web' })).toThrow('WEB_PORT must be a port')
})
