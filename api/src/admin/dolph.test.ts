import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { createAccountFixture } from '../testing/sign-up-member.ts'
import { TEST_REDIS_URL } from '../testing/start-app.ts'
import { openTestDatabase } from '../testing/test-database.ts'

const ENTRY = new URL('../dolph.ts', import.meta.url).pathname

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

test('help is an answer and no failure, whatever it is asked of', async () => {
  const asked = [['--help'], ['help'], ['admin', '--help'], ['admin', 'member', '--help']]
  asked.push(['admin', 'member', 'show', '-h'], ['migrate', '--help'], ['after-restore', '--help'])
  for (const argv of asked) {
    const { code, stdout, stderr } = await runDolph({}, ...argv)
    expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: '' })
    expect(stdout).toContain('dolph')
  }
}, 60_000)

test('a mistake of the operator gets a sentence and no stack', async () => {
  const env = {
    NODE_ENV: 'test',
    APP_ORIGIN: 'http://localhost:3000',
    DATABASE_URL: 'postgres://127.0.0.1:1/unused',
    REDIS_URL: 'redis://127.0.0.1:1/0',
  }
  const restore = ['after-restore', '--to', '2026-11-17T09:30:00Z']
  const results = await Promise.all([
    runDolph(env, 'migrate'),
    runDolph(env, 'admin', 'staff', 'list'),
    runDolph(env, 'migrate', '--aftre'),
    runDolph({ ...env, SMPT_URL: 'smtp://mail.example' }, 'api'),
    runDolph({}, 'worker'),
    runDolph(env, 'after-restore'),
    runDolph(env, ...restore),
    runDolph({ ...env, BACKUP_FOLDER: '/nowhere' }, ...restore),
    runDolph(env, 'migrat'),
  ])
  expect(results.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('Nothing answers at 127.0.0.1:1 (ECONNREFUSED)'),
    expect.stringContaining('Nothing answers at 127.0.0.1:1 (ECONNREFUSED)'),
    expect.stringContaining("Unknown option '--aftre'"),
    expect.stringContaining('SMPT_URL is no setting: is it SMTP_URL?'),
    expect.stringContaining('The environment does not describe a Dolph server'),
    expect.stringContaining('Say to which time the database was restored'),
    expect.stringContaining('BACKUP_S3_BUCKET or BACKUP_FOLDER must be set'),
    expect.stringContaining('Nothing answers at 127.0.0.1:1'),
    expect.stringContaining('There is no command migrat'),
  ])
  for (const { code, stderr } of results) {
    expect(code).toBe(1)
    expect(stderr).not.toMatch(/^ +at /m)
  }
}, 60_000)

test('after-restore without Redis says so, because it could not tell whether a process serves', async () => {
  await using database = await openTestDatabase()
  const env = {
    NODE_ENV: 'test',
    APP_ORIGIN: 'http://localhost:3000',
    DATABASE_URL: database.url,
    REDIS_URL: 'redis://127.0.0.1:1/0',
    BACKUP_FOLDER: '/nowhere',
  }
  const { code, stderr } = await runDolph(env, 'after-restore', '--to', '2026-11-17T09:30:00Z')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Nothing answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)/)
}, 60_000)
