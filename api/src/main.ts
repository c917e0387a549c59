import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { openFileStore } from './files/open-file-store.ts'
import { startWorker } from './jobs/worker.ts'
import { openMailer } from './mail/mailer.ts'
import { openBus } from './realtime/bus.ts'
import { openRedis } from './redis.ts'
import { logOptions } from './telemetry/logging.ts'
import { workerTasks } from './worker-tasks.ts'

/** All clients of another process may reconnect here within a second; the kernel drops connections beyond the backlog. */
const LISTEN_BACKLOG = 4096

const config = readConfig(process.env)
const log = pino({ level: config.LOG_LEVEL, ...logOptions })
const db = openDatabase(config.DATABASE_URL, {
  poolSize: config.DATABASE_POOL,
  onError: (error) =>
    log.warn(error, 'PostgreSQL connection lost; the pool opens a new one on demand'),
})
const logRedisError = ({ message }: Error) => {
  log.warn({ reason: message }, 'Redis connection failed; reconnecting in the background')
}
const redis = await openRedis(config.REDIS_URL, logRedisError)
const bus = await openBus(redis, logRedisError)
const mailer = openMailer(config)
const files = openFileStore(config)
const deps = { config, db, redis, bus, mailer, files }
const app = await buildApp(deps, { loggerInstance: log })

const worker =
  config.ROLE === 'api' ? null : await startWorker(deps, workerTasks, log, app.metricsRegistry)
if (config.ROLE !== 'worker') {
  await app.listen({ host: config.HOST, port: config.PORT, backlog: LISTEN_BACKLOG })
}

const SHUTDOWN_TIMEOUT_MS = 20_000
const DRAIN_SPREAD_MAX_MS = 10_000
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    void shutDownProcess()
  })
}

/** Graceful shutdown: /readyz reports 503, proxies route elsewhere, open requests and jobs finish, connections close. */
async function shutDownProcess(): Promise<void> {
  // The process exits after this timeout even if requests or jobs are still running.
  setTimeout(() => process.exit(1), config.DRAIN_MS + SHUTDOWN_TIMEOUT_MS).unref()
  app.drain.started = true
  if (config.ROLE !== 'worker') {
    await wait(config.DRAIN_MS)
    await app.gateway.drain(Math.min(DRAIN_SPREAD_MAX_MS, 2 * config.DRAIN_MS))
  }
  await app.close()
  await worker?.stop()
  mailer.close()
  files.close()
  bus.close()
  redis.disconnect()
  await db.destroy()
}
