import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const validEnv = {
  APP_ORIGIN: 'https://dolph.example',
  DATABASE_URL: 'postgres://dolph:hunter2@db.example/dolph',
  REDIS_URL: 'redis://cache.example',
  SMTP_URL: 'smtps://dolph:hunter3@mail.example',
  SECRET: 'only for this test, and long enough',
  S3_BUCKET: 'dolph-pictures',
  S3_ACCESS_KEY_ID: 'dolph',
  S3_SECRET_ACCESS_KEY: 'hunter4',
}

describe('the configuration from the environment', () => {
  test('needs four URLs, a bucket and a secret to start', () => {
    expect(readConfig(validEnv)).toMatchObject({ NODE_ENV: 'production', ROLE: 'both', PORT: 3000 })
  })

  test.each([
    ['no database', { DATABASE_URL: undefined }, 'DATABASE_URL'],
    [
      'a database that is not PostgreSQL',
      { DATABASE_URL: 'mysql://db.example/dolph' },
      'DATABASE_URL',
    ],
    ['an invalid port', { PORT: '99999' }, 'PORT'],
    ['an unknown role', { ROLE: 'king' }, 'ROLE'],
    ['an origin with a path', { APP_ORIGIN: 'https://dolph.example/app' }, 'APP_ORIGIN'],
    ['production without https', { APP_ORIGIN: 'http://dolph.example' }, 'APP_ORIGIN'],
    ['production without limits', { LIMITS: 'relaxed' }, 'LIMITS'],
    ['production without a mail server', { SMTP_URL: undefined }, 'SMTP_URL'],
    ['an invalid mail server URL', { SMTP_URL: 'https://mail.example' }, 'SMTP_URL'],
    ['a sender without an address', { MAIL_FROM: 'Dolph' }, 'MAIL_FROM'],
    ['two senders', { MAIL_FROM: 'A <a@a.example>, B <b@b.example>' }, 'MAIL_FROM'],
    ['a sender with a header', { MAIL_FROM: 'Dolph\r\nBcc: eve <a@a.example>' }, 'MAIL_FROM'],
    ['production without a secret', { SECRET: undefined }, 'SECRET'],
    ['a short secret', { SECRET: 'hunter2' }, 'SECRET'],
    ['production without a bucket', { S3_BUCKET: undefined }, 'S3_BUCKET'],
    ['a bucket without its key', { S3_ACCESS_KEY_ID: undefined }, 'S3_ACCESS_KEY_ID'],
    ['a bucket without its secret', { S3_SECRET_ACCESS_KEY: undefined }, 'S3_SECRET_ACCESS_KEY'],
    ['an invalid storage endpoint', { S3_ENDPOINT: 'files.example' }, 'S3_ENDPOINT'],
    ['a folder in production', { FILES_FOLDER: '/tmp/files' }, 'FILES_FOLDER'],
    [
      'half of a bucket in development',
      { NODE_ENV: 'development', S3_BUCKET: undefined },
      'S3_BUCKET',
    ],
    [
      'a bucket and a folder in development',
      { NODE_ENV: 'development', FILES_FOLDER: 'files' },
      'FILES_FOLDER',
    ],
    ['a guessable metrics token', { METRICS_TOKEN: '1234' }, 'METRICS_TOKEN'],
  ])('with %s prevents startup and names the variable', (_, overrides, variable) => {
    expect(() => readConfig({ ...validEnv, ...overrides })).toThrow(variable)
  })

  test('needs no bucket in development', () => {
    const {
      S3_BUCKET: _bucket,
      S3_ACCESS_KEY_ID: _id,
      S3_SECRET_ACCESS_KEY: _key,
      ...rest
    } = validEnv
    const development = { ...rest, NODE_ENV: 'development' }

    expect(readConfig(development).FILES_FOLDER).toBeUndefined()
    expect(readConfig({ ...development, FILES_FOLDER: 'files' }).FILES_FOLDER).toBe('files')
  })

  test('is never repeated in the error message, as it contains passwords', () => {
    const invalidEnv = { ...validEnv, DATABASE_URL: 'mysql://dolph:hunter2@db.example' }
    expect(() => readConfig(invalidEnv)).toThrow(/^(?!.*hunter2)/s)
  })
})
