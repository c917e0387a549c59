import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const good = {
  APP_ORIGIN: 'https://dolph.example',
  DATABASE_URL: 'postgres://dolph:hunter2@db.example/dolph',
  REDIS_URL: 'redis://cache.example',
  SMTP_URL: 'smtps://dolph:hunter3@mail.example',
  SECRET: 'only for this test, and long enough',
  S3_BUCKET: 'dolph-pictures',
  S3_ACCESS_KEY_ID: 'dolph',
  S3_SECRET_ACCESS_KEY: 'hunter4',
}

describe('the environment', () => {
  test('with four addresses, a bucket and a secret is enough to start', () => {
    expect(readConfig(good)).toMatchObject({ NODE_ENV: 'production', ROLE: 'both', PORT: 3000 })
  })

  test.each([
    ['no database', { DATABASE_URL: undefined }, 'DATABASE_URL'],
    [
      'a database that is not PostgreSQL',
      { DATABASE_URL: 'mysql://db.example/dolph' },
      'DATABASE_URL',
    ],
    ['a port that is none', { PORT: '99999' }, 'PORT'],
    ['an unknown role', { ROLE: 'king' }, 'ROLE'],
    ['an origin with a path', { APP_ORIGIN: 'https://dolph.example/app' }, 'APP_ORIGIN'],
    ['production without https', { APP_ORIGIN: 'http://dolph.example' }, 'APP_ORIGIN'],
    ['production without limits', { LIMITS: 'relaxed' }, 'LIMITS'],
    ['production without a mail server', { SMTP_URL: undefined }, 'SMTP_URL'],
    ['a mail server that is none', { SMTP_URL: 'https://mail.example' }, 'SMTP_URL'],
    ['a sender without an address', { MAIL_FROM: 'Dolph' }, 'MAIL_FROM'],
    ['two senders', { MAIL_FROM: 'A <a@a.example>, B <b@b.example>' }, 'MAIL_FROM'],
    ['a sender with a header', { MAIL_FROM: 'Dolph\r\nBcc: eve <a@a.example>' }, 'MAIL_FROM'],
    ['production without a secret', { SECRET: undefined }, 'SECRET'],
    ['a short secret', { SECRET: 'hunter2' }, 'SECRET'],
    ['production without a bucket', { S3_BUCKET: undefined }, 'S3_BUCKET'],
    ['a bucket without its key', { S3_ACCESS_KEY_ID: undefined }, 'S3_ACCESS_KEY_ID'],
    ['a bucket without its secret', { S3_SECRET_ACCESS_KEY: undefined }, 'S3_SECRET_ACCESS_KEY'],
    ['storage that is no address', { S3_ENDPOINT: 'files.example' }, 'S3_ENDPOINT'],
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
  ])('with %s stops the start and names the culprit', (_, change, culprit) => {
    expect(() => readConfig({ ...good, ...change })).toThrow(culprit)
  })

  test('needs no bucket in development', () => {
    const { S3_BUCKET: _bucket, S3_ACCESS_KEY_ID: _id, S3_SECRET_ACCESS_KEY: _key, ...rest } = good
    const development = { ...rest, NODE_ENV: 'development' }

    expect(readConfig(development).FILES_FOLDER).toBeUndefined()
    expect(readConfig({ ...development, FILES_FOLDER: 'files' }).FILES_FOLDER).toBe('files')
  })

  test('is never repeated in the message: it holds passwords', () => {
    const wrong = { ...good, DATABASE_URL: 'mysql://dolph:hunter2@db.example' }
    expect(() => readConfig(wrong)).toThrow(/^(?!.*hunter2)/s)
  })
})
