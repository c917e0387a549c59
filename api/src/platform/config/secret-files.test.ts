import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { SECRET_SETTINGS } from './secret-files.ts'

const SETTINGS: Record<(typeof SECRET_SETTINGS)[number], string> = {
  DATABASE_URL: 'postgres://dolph:hunter2@127.0.0.1/dolph',
  DATABASE_DIRECT_URL: 'postgres://dolph:hunter2@127.0.0.1/direct',
  DATABASE_READ_URL: 'postgres://dolph:reading@127.0.0.1/dolph',
  REDIS_URL: 'redis://:hunter2@127.0.0.1/0',
  SECRET: 'q7Zt3mVx0Lr8Kd2Wn5Yb9Hc4Jf6Gs1Pa',
  SECRET_BEFORE: 'w2Rk8sBv5Nq1Xm7Tj4Zc0Lp9Dh3Fg6Ya',
  SMTP_URL: 'smtp://dolph:hunter2@127.0.0.1',
  GOOGLE_CLIENT_SECRET: 'hunter2-google',
  GITHUB_CLIENT_SECRET: 'hunter2-github-client',
  GITHUB_TOKEN: 'hunter2-github',
  S3_ACCESS_KEY_ID: 'hunter2-key',
  S3_SECRET_ACCESS_KEY: 'hunter2-secret',
  BACKUP_S3_ACCESS_KEY_ID: 'hunter2-backup-key',
  BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2-backup-secret',
  METRICS_TOKEN: 'hunter2-metrics-token',
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dolph-secrets-'))
  for (const [name, value] of Object.entries(SETTINGS)) {
    writeFileSync(join(folder, name), `${value}\n`)
  }
  writeFileSync(join(folder, 'empty'), '\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

function buildEnv(): Record<string, string> {
  const files = SECRET_SETTINGS.map((name) => [`${name}_FILE`, join(folder, name)])
  return {
    APP_ORIGIN: 'https://dolph.example',
    S3_BUCKET: 'pictures',
    BACKUP_S3_BUCKET: 'backups',
    ...Object.fromEntries(files),
  }
}

test('every secret can come from a file, whose last line break is no part of it', () => {
  expect(readConfig(buildEnv())).toMatchObject({
    ...SETTINGS,
    DATABASE_READ_URL: [SETTINGS.DATABASE_READ_URL],
  })
})

test('a secret that comes twice, from no readable file or from an empty one prevents startup and is named', () => {
  const env = buildEnv()
  const read = (changes: Record<string, string>) => () => readConfig({ ...env, ...changes })
  expect(read({ SECRET: 'hunter2' })).toThrow(/SECRET_FILE: SECRET is set too(?!.*hunter2)/s)
  expect(read({ SMTP_URL_FILE: join(folder, 'missing') })).toThrow(
    'SMTP_URL_FILE: the file cannot be read (ENOENT)',
  )
  expect(read({ REDIS_URL_FILE: join(folder, 'empty') })).toThrow(
    'REDIS_URL_FILE: the file is empty',
  )
})

test('without a direct URL, jobs and commands use the URL of the API', () => {
  const { DATABASE_DIRECT_URL_FILE: _, ...env } = buildEnv()
  expect(readConfig(env).DATABASE_DIRECT_URL).toBe(SETTINGS.DATABASE_URL)
})
