import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { createAccountFixture } from './testing/sign-up-member.ts'
import { TEST_REDIS_URL } from './testing/start-app.ts'
import { openTestDatabase } from './testing/test-database.ts'

const ENTRY = new URL('dolph.ts', import.meta.url).pathname

async function runDolph(env: Record<string, string>, ...argv: string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [ENTRY, ...argv], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

test('the command line runs commands with its exit codes and says how it is used', async () => {
  await using database = await openTestDatabase()
  await createAccountFixture(database.db, 'ada')
  const env = {
    NODE_ENV: 'test',
    APP_ORIGIN: 'http://localhost:3000',
    // Commands take the direct connection.
    DATABASE_URL: 'postgres://127.0.0.1:1/unused',
    DATABASE_DIRECT_URL: database.url,
    REDIS_URL: TEST_REDIS_URL,
    DOLPH_OPERATOR: 'grace',
    RELEASE: '1.2.3',
  }
  const grant = ['admin', 'staff', 'grant', 'ada', 'admin']
  const results = await Promise.all([
    runDolph({}, 'version'),
    runDolph(env, 'version'),
    runDolph({}),
    runDolph({}, 'admin', 'member', 'show', 'ada'),
    runDolph(env, ...grant),
    runDolph(env, 'admin', 'member', 'show', 'nobody'),
    runDolph(env, 'config', 'check'),
  ])
  expect(results).toMatchObject([
    { code: 0, stdout: '0.1.0\n' },
    { code: 0, stdout: '1.2.3\n' },
    { code: 1, stderr: expect.stringContaining('Usage: dolph <command>') },
    {
      code: 1,
      stderr: expect.stringContaining('The environment does not describe a Dolph server'),
    },
    { code: 0, stdout: expect.stringContaining('This would make ada an admin.') },
    { code: 1, stderr: 'There is no member nobody\n' },
    { code: 2, stdout: expect.stringMatching(/postgresql +ok\n/) },
  ])
  expect(await runDolph(env, ...grant, '--yes')).toMatchObject({ code: 0 })
  const entry = await database.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .executeTakeFirst()
  expect(entry).toEqual({ action: 'staff.granted', details: { role: 'admin', operator: 'grace' } })
}, 60_000)
