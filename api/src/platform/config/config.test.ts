import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { DEVELOPMENT_SECRET } from './weak-secret.ts'

const validEnv = {
  APP_ORIGIN: 'https://dolph.example',
  DATABASE_URL: 'postgres://dolph:hunter2@db.example/dolph?sslmode=verify-full',
  REDIS_URL: 'rediss://cache.example',
  SMTP_URL: 'smtps://dolph:hunter3@mail.example',
  SECRET: 'q0TtFz2xW9mLk4uVbR7sYhE1cNaJ6pGd',
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
    ['a code host without https', { GITHUB_API: 'http://api.github.example' }, 'GITHUB_API'],
    ['a provider without https', { GOOGLE_ISSUER: 'http://id.example' }, 'GOOGLE_ISSUER'],
    ['GitHub without https', { GITHUB_URL: 'http://git.example' }, 'GITHUB_URL'],
    ['its API without https', { GITHUB_API_URL: 'http://api.git.example' }, 'GITHUB_API_URL'],
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

  test.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABASE_POOLS', 'DATABASE_POOL'],
    ['BACKUP_S3_BUKET', 'BACKUP_S3_BUCKET'],
    ['METRIC_TOKEN_FILE', 'METRICS_TOKEN_FILE'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ])('with the misspelt %s prevents startup and says that %s is meant', (name, meant) => {
    const { SMTP_URL: _, ...rest } = validEnv
    const env = { ...rest, NODE_ENV: 'development', [name]: 'some value' }
    expect(() => readConfig(env)).toThrow(`${name} is no setting: is it ${meant}?`)
  })

  test('takes no variable of another program for a misspelt one', () => {
    const others = {
      REDIS_PORT: 'tcp://10.0.0.1:6379',
      HOSTNAME: 'web-1',
      PG_PORT: '5432',
      SMTP_PORT: '2525',
      DATABASE_URI: 'postgres://db.example',
    }
    expect(readConfig({ ...validEnv, ...others })).toBeDefined()
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

  test.each([
    ['the secret of development', DEVELOPMENT_SECRET],
    ['the secret of compose.yaml', 'for one machine only, and known to everybody'],
    ['one character', 'a'.repeat(64)],
    ['a short text repeated', 'q0TtFz2xW9mLk4uV'.repeat(4)],
    ['few different characters', '01101000011011110111011101100100'],
    ['a row of digits and letters', '0123456789abcdefghijklmnopqrstuvwxyz'],
    ['a placeholder', 'change-me-to-32-random-characters-or-more'],
  ])('refuses %s as a secret in production', (_, SECRET) => {
    expect(() => readConfig({ ...validEnv, SECRET })).toThrow('SECRET')
    expect(readConfig({ ...validEnv, SECRET, NODE_ENV: 'development' }).SECRET).toBe(SECRET)
  })

  test('refuses a weak secret before the current one, and the same one twice', () => {
    const SECRET_BEFORE = 'q0TtFz2xW9mLk4uV'.repeat(4)
    expect(() => readConfig({ ...validEnv, SECRET_BEFORE })).toThrow('SECRET_BEFORE')
    const SECRET = randomBytes(24).toString('hex')
    expect(() => readConfig({ ...validEnv, SECRET, SECRET_BEFORE: SECRET })).toThrow(
      'SECRET_BEFORE',
    )
  })

  test('accepts every random secret of 32 characters', () => {
    for (let round = 0; round < 200; round++) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        const SECRET = randomBytes(24).toString(encoding)
        expect(readConfig({ ...validEnv, SECRET }).SECRET).toBe(SECRET)
      }
    }
  })

  test.each(['0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '10.0.0.0/7', '2000::/3', 'fc00::/7'])(
    'refuses to trust the proxies %s in production',
    (TRUST_PROXY) => expect(() => readConfig({ ...validEnv, TRUST_PROXY })).toThrow('TRUST_PROXY'),
  )

  test.each(['::ffff:0:0/96', '::ffff:0.0.0.0/96', '::/16', '0:0:0:0:0:ffff::/96'])(
    'refuses %s as well, which holds every IPv4 address',
    (TRUST_PROXY) => expect(() => readConfig({ ...validEnv, TRUST_PROXY })).toThrow('TRUST_PROXY'),
  )

  test.each([
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/255.0.0.0',
    '::1/129',
    '1.2.3.4/',
  ])('refuses %s, which is no address and no range, everywhere', (TRUST_PROXY) =>
    expect(() => readConfig({ ...validEnv, TRUST_PROXY, NODE_ENV: 'development' })).toThrow(
      'TRUST_PROXY',
    ),
  )

  test('trusts addresses and ranges of private networks and content delivery networks', () => {
    const list = [
      '127.0.0.1',
      '::1',
      '10.0.0.0/8',
      '172.16.0.0/12',
      '2a06:98c0::/29',
      'fd12:3456::/32',
    ]
    expect(readConfig({ ...validEnv, TRUST_PROXY: list.join(', ') }).TRUST_PROXY).toEqual(list)
  })

  test('takes no password in TRACES_URL, which would be logged with a failure', () => {
    const url = 'https://dolph:hunter2@traces.example/v1/traces'
    expect(() => readConfig({ ...validEnv, TRACES_URL: url })).toThrow(/TRACES_URL(?!.*hunter2)/)
  })

  describe('a connection that leaves the machine', () => {
    const plaintext: [string, string][] = [
      ['DATABASE_URL', 'postgres://dolph:hunter2@postgres/dolph'],
      ['DATABASE_URL', 'postgres://dolph:hunter2@postgres/dolph?sslmode=disable'],
      ['DATABASE_URL', 'postgres://dolph:hunter2@postgres/dolph?sslmode=prefer'],
      ['DATABASE_URL', 'postgres://dolph:hunter2@postgres/dolph?sslmode=require&sslmode=disable'],
      ['DATABASE_URL', 'postgres://dolph:hunter2@127.0.0.1/dolph?host=postgres'],
      ['DATABASE_DIRECT_URL', 'postgres://dolph:hunter2@postgres/dolph'],
      ['DATABASE_READ_URL', 'postgres://127.0.0.1/dolph,postgres://dolph:hunter2@postgres/dolph'],
      ['REDIS_URL', 'redis://:hunter2@postgres:6379/0'],
      ['S3_ENDPOINT', 'http://postgres:9000'],
      ['TRACES_URL', 'http://postgres:4318/v1/traces'],
    ]

    test.each(plaintext)('must be encrypted in production: %s %s', (name, url) => {
      expect(() => readConfig({ ...validEnv, [name]: url })).toThrow(name)
      expect(() =>
        readConfig({ ...validEnv, [name]: url, ALLOW_PLAINTEXT_HOSTS: 'redis,postgres.example' }),
      ).toThrow(name)
      expect(readConfig({ ...validEnv, [name]: url, NODE_ENV: 'development' })).toBeDefined()
    })

    test.each(plaintext)('may be in the clear to a host that is named: %s %s', (name, url) => {
      const ALLOW_PLAINTEXT_HOSTS = 'redis, Postgres'
      expect(readConfig({ ...validEnv, [name]: url, ALLOW_PLAINTEXT_HOSTS })).toBeDefined()
    })

    test.each([
      ['DATABASE_URL', 'postgres://dolph@127.0.0.1/dolph'],
      ['DATABASE_URL', 'postgres://dolph@[::1]/dolph'],
      ['DATABASE_URL', 'postgres://dolph@localhost/dolph?host=/var/run/postgresql'],
      ['DATABASE_URL', 'postgres://dolph@%2Fvar%2Frun%2Fpostgresql/dolph'],
      ['DATABASE_URL', 'postgres://dolph@postgres/dolph?sslmode=require'],
      ['REDIS_URL', 'redis://localhost:6379'],
      ['S3_ENDPOINT', 'http://127.0.0.1:9000'],
      ['S3_ENDPOINT', 'https://storage.example'],
    ])('needs no encryption within the machine, and none besides TLS: %s %s', (name, url) => {
      expect(readConfig({ ...validEnv, [name]: url })).toBeDefined()
    })
  })

  test('is never repeated in the error message, as it contains passwords', () => {
    const invalidEnv = {
      ...validEnv,
      DATABASE_URL: 'postgres://dolph:hunter2@db.example',
      REDIS_URL: 'redis://:hunter2@cache.example',
      SECRET: 'hunter2'.repeat(8),
      TRUST_PROXY: '0.0.0.0/0',
    }
    expect(() => readConfig(invalidEnv)).toThrow(/^(?!.*(hunter2|example|0\.0\.0))/s)
    const malformedEnv = { ...invalidEnv, DATABASE_URL: 'mysql://dolph:hunter2@db.example' }
    expect(() => readConfig(malformedEnv)).toThrow(/^(?!.*(hunter2|example|0\.0\.0))/s)
  })
})

test('standbys are a list of URLs, and none by default', () => {
  expect(readConfig(validEnv).DATABASE_READ_URL).toEqual([])
  const urls = ['postgres://127.0.0.1:5441/dolph', 'postgresql://127.0.0.1:5442/dolph']
  const config = readConfig({ ...validEnv, DATABASE_READ_URL: urls.join(', ') })
  expect([config.DATABASE_READ_URL, config.DATABASE_READ_POOL]).toEqual([urls, 10])
  for (const wrong of ['standby', `${urls[0]},https://a.example`])
    expect(() => readConfig({ ...validEnv, DATABASE_READ_URL: wrong })).toThrow('DATABASE_READ_URL')
})
