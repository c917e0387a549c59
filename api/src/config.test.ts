import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const good = {
  APP_ORIGIN: 'https://dolph.example',
  DATABASE_URL: 'postgres://dolph:hunter2@db.example/dolph',
  REDIS_URL: 'redis://cache.example',
  SMTP_URL: 'smtps://dolph:hunter3@mail.example',
  SECRET: 'only for this test, and long enough',
}

describe('the environment', () => {
  test('with four addresses and a secret is enough to start', () => {
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
    ['a guessable metrics token', { METRICS_TOKEN: '1234' }, 'METRICS_TOKEN'],
  ])('with %s stops the start and names the culprit', (_, change, culprit) => {
    expect(() => readConfig({ ...good, ...change })).toThrow(culprit)
  })

  test('is never repeated in the message: it holds passwords', () => {
    const wrong = { ...good, DATABASE_URL: 'mysql://dolph:hunter2@db.example' }
    expect(() => readConfig(wrong)).toThrow(/^(?!.*hunter2)/s)
  })
})
