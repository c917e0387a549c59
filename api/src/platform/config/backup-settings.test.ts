import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const ENV = {
  NODE_ENV: 'test',
  APP_ORIGIN: 'http://localhost:3000',
  DATABASE_URL: 'postgres://dolph@127.0.0.1/dolph',
  REDIS_URL: 'redis://127.0.0.1:6379/0',
}
const BUCKET = {
  BACKUP_S3_BUCKET: 'dolph-backups',
  BACKUP_S3_ACCESS_KEY_ID: 'dolph',
  BACKUP_S3_SECRET_ACCESS_KEY: 'hunter4',
}

test('the backup store is a bucket, a folder or nothing', () => {
  expect(readConfig({ ...ENV, ...BUCKET })).toMatchObject(BUCKET)
  expect(readConfig({ ...ENV, BACKUP_FOLDER: '/backup' })).toMatchObject({
    BACKUP_FOLDER: '/backup',
  })
  expect(readConfig(ENV).BACKUP_S3_BUCKET).toBeUndefined()
})

test.each([
  ['without its secret', { BACKUP_S3_SECRET_ACCESS_KEY: '' }, 'BACKUP_S3_SECRET_ACCESS_KEY'],
  ['without its name', { BACKUP_S3_BUCKET: '' }, 'BACKUP_S3_BUCKET'],
  ['beside a folder', { BACKUP_FOLDER: '/backup' }, 'BACKUP_FOLDER'],
])('a backup bucket %s is refused', (_, env, name) => {
  expect(() => readConfig({ ...ENV, ...BUCKET, ...env })).toThrow(name)
})

test('an endpoint without TLS on another host is refused in production', () => {
  const production = {
    ...ENV,
    ...BUCKET,
    NODE_ENV: 'production',
    APP_ORIGIN: 'https://dolph.example',
    BACKUP_S3_ENDPOINT: 'http://storage.example',
  }
  expect(() => readConfig(production)).toThrow('BACKUP_S3_ENDPOINT')
  expect(() => readConfig({ ...production, ALLOW_PLAINTEXT_HOSTS: 'storage.example' })).not.toThrow(
    'BACKUP_S3_ENDPOINT',
  )
})
