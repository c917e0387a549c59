import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { runPreflightChecks } from './preflight-checks.ts'

// A port that is bound here and speaks neither PostgreSQL nor Redis: it hangs up on everybody.
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

test('what is missing is said in sentences, with a way to get it and without a password', async () => {
  const settings = readSettings({
    DATABASE_URL: `postgres://ada:hunter2@127.0.0.1:${port}/dolph`,
    REDIS_URL: `redis://:hunter2@127.0.0.1:${port}/0`,
    MAILBOX_PORT: String(port),
  })
  const said = (await runPreflightChecks(settings)).join('\n')
  expect(said).toContain(`PostgreSQL does not answer at postgres://ada@127.0.0.1:${port}/dolph`)
  expect(said).toContain(`Redis does not answer at redis://127.0.0.1:${port}/0`)
  expect(said).toContain('docker compose up -d postgres redis')
  expect(said).toContain(`Port ${port} is taken`)
  expect(said).not.toContain('hunter2')
})

test('a port that is none stops the start', () => {
  expect(() => readSettings({ WEB_PORT: 'web' })).toThrow('WEB_PORT must be a port')
})
