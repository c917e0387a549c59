import { randomUUID } from 'node:crypto'
import type { FastifyServerOptions } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { readConfig } from '../platform/config/config.ts'
import { openDatabase, type Database } from '../platform/db/database.ts'
import type { PrimaryPosition } from '../platform/db/standbys/primary-position.ts'
import type { Readers } from '../platform/db/standbys/readers.ts'
import { openFileStore } from '../platform/storage/open-file-store.ts'
import { StoredFlags } from '../platform/flags/flags.ts'
import { startWorker } from '../platform/jobs/worker.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import { openBus } from '../platform/realtime/bus.ts'
import type { GatewayTimings } from '../platform/realtime/gateway-timings.ts'
import { openRedis } from '../platform/redis.ts'
import { workerTasks } from '../worker-tasks.ts'
import type { TestSmtpServer } from './servers/test-smtp-server.ts'
import { openBrowser } from './browser.ts'
import { checkReplies } from './reply-checker.ts'
import { buildStorageEnv } from './servers/test-storage.ts'
import { createReadOnlyReaders } from './read-only-readers.ts'
import { openStandbyTestMode, TEST_STANDBY_URL } from './standby-test-mode.ts'
import { openReadDatabase, openTestDatabase } from './test-database.ts'

export const TEST_REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379/15'

interface Options {
  /** Apps with the same prefix share their Redis keys, and so their rate limits; the default is a random prefix. */
  redisPrefix?: string
  env?: Record<string, string>
  /** Changes the database URL for the pool only, for example to connect through a proxy. */
  rewriteDatabaseUrl?: (url: URL) => URL
  server?: FastifyServerOptions
  /** The SMTP server that receives the mails; with one, a worker is started too. */
  smtpServer?: TestSmtpServer
  /** Adds to the app before it is ready, for example a route that only the test needs. */
  extendApp?: (app: Awaited<ReturnType<typeof buildApp>>) => void
  /** Another app, whose database and Redis keys this one shares as a second process does. */
  shareWith?: { database: TestDatabase; redisPrefix: string }
  /** Whether the app listens on a port, which sockets need. */
  isListening?: boolean
  timings?: Partial<GatewayTimings>
  /** Where reads go; by default to connections that refuse to write. */
  createReaders?: (db: Database, readDb: Database, position?: PrimaryPosition) => Readers
  /** As with standbys, calls and events then have positions. */
  createPosition?: (db: Database) => PrimaryPosition
}

type OpenDatabase = Awaited<ReturnType<typeof openTestDatabase>>
type TestDatabase = Omit<OpenDatabase, 'readDb'> & Partial<OpenDatabase>

/** Starts a whole API on a private PostgreSQL database and the real Redis, closed by `await using`. */
export async function startApp({
  env = {},
  shareWith,
  redisPrefix = shareWith?.redisPrefix ?? `${randomUUID()}:`,
  rewriteDatabaseUrl,
  server,
  smtpServer,
  extendApp,
  isListening = false,
  timings,
  createReaders,
  createPosition,
}: Options = {}) {
  const database: TestDatabase = shareWith?.database ?? (await openTestDatabase())
  /** Whether this app opens a pool of its own instead of using that of the test database. */
  const ownsPool = rewriteDatabaseUrl !== undefined || shareWith !== undefined
  const poolUrl = rewriteDatabaseUrl?.(new URL(database.url)).href ?? database.url
  const db = ownsPool ? openDatabase(poolUrl) : database.db
  const readDb = (ownsPool ? undefined : database.readDb) ?? openReadDatabase(poolUrl)
  const config = readConfig({
    NODE_ENV: 'test',
    APP_ORIGIN: 'http://localhost:3000',
    DATABASE_URL: database.url,
    REDIS_URL: TEST_REDIS_URL,
    SMTP_URL: smtpServer?.smtpUrl,
    ...buildStorageEnv(),
    ...env,
  })
  const redis = await openRedis(config.REDIS_URL, () => {}, redisPrefix)
  const bus = await openBus(redis, () => {})
  const mailer = openMailer(config)
  const files = openFileStore(config)
  const flags = new StoredFlags({ db, bus })
  await flags.readAgain()
  const standbyMode =
    TEST_STANDBY_URL === undefined || createReaders
      ? undefined
      : await openStandbyTestMode(db, database.url, TEST_STANDBY_URL)
  const position = standbyMode?.position ?? createPosition?.(db)
  const readers =
    standbyMode?.readers ?? (createReaders ?? createReadOnlyReaders)(db, readDb, position)
  const deps = { config, db, readers, position, redis, bus, mailer, files, flags }
  const app = await buildApp(deps, server, timings)
  const replyChecker = checkReplies(app)
  standbyMode?.watchRequests(app)
  extendApp?.(app)
  await app.ready()
  const url = isListening ? await app.listen({ host: '127.0.0.1', port: 0 }) : ''
  const worker = smtpServer && (await startWorker(deps, workerTasks, pino({ level: 'silent' })))

  return {
    app,
    ...deps,
    readDb,
    database,
    redisPrefix,
    url,
    visitor: openBrowser(app, config.APP_ORIGIN),
    /** Another browser with cookies of its own; tests of rate limits give it an IP address of its own too. */
    browser: (address?: string) => openBrowser(app, config.APP_ORIGIN, address),
    async [Symbol.asyncDispose]() {
      await app.close()
      await worker?.stop()
      await flags.close()
      mailer.close()
      files.close()
      bus.close()
      redis.disconnect()
      position?.close()
      await standbyMode?.close()
      if (ownsPool) await Promise.all([db.destroy(), readDb.destroy()])
      if (!shareWith) await database[Symbol.asyncDispose]()
      replyChecker.throwIfWrong()
    },
  }
}
