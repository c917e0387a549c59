import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { readConfig } from './platform/config/config.ts'
import { openDatabase } from './platform/db/database.ts'
import { openStandbys } from './platform/db/standbys/open-standbys.ts'
import { openErasureList } from './privacy/erasures/open-erasure-list.ts'
import { watchRestoredDatabase } from './privacy/erasures/restored-database.ts'
import { openFileStore } from './platform/storage/open-file-store.ts'
import { StoredFlags } from './platform/flags/flags.ts'
import { startWorker } from './platform/jobs/worker.ts'
import { openMailer } from './platform/mail/mailer.ts'
import { openBus } from './platform/realtime/bus.ts'
import { openRedis } from './platform/redis.ts'
import { createLogger } from './platform/telemetry/logging.ts'
import { startOpsServer } from './platform/telemetry/ops-server.ts'
import { withErasureList, workerTasks } from './worker-tasks.ts'

/** All clients of another process may reconnect here within a second; the kernel drops connections beyond the backlog. */
const LISTEN_BACKLOG = 4096

const config = readConfig(process.env)
const { ROLE: role, RELEASE: release } = config
const log = createLogger(config)
const tracing =
  config.TRACES_URL === undefined
    ? undefined
    : (await import('./platform/telemetry/tracing/start-tracing.ts')).startTracing({
        url: config.TRACES_URL,
        share: config.TRACES_SHARE,
        service: { name: `dolph-${role}`, version: release },
        onFailure: (reason) =>
          log.warn(
            { reason },
            'traces are dropped: TRACES_URL did not take them; the next ones are tried again',
          ),
      })
const openPool = (url: string) =>
  openDatabase(url, {
    poolSize: config.DATABASE_POOL,
    applicationName: `dolph-${role}/${release}`,
    onError: (error) =>
      log.warn(error, 'PostgreSQL connection lost; the pool opens a new one on demand'),
  })
const db = openPool(role === 'worker' ? config.DATABASE_DIRECT_URL : config.DATABASE_URL)
// Jobs hold session locks and listen, which a pooler between the process and PostgreSQL would break.
const workerDb =
  role !== 'both' || config.DATABASE_DIRECT_URL === config.DATABASE_URL
    ? db
    : openPool(config.DATABASE_DIRECT_URL)
const logRedisError = ({ message }: Error) => {
  log.warn({ reason: message }, 'Redis connection failed; reconnecting in the background')
}
const redis = await openRedis(config.REDIS_URL, logRedisError)
const bus = await openBus(redis, logRedisError)
const mailer = openMailer(config)
const files = openFileStore(config)
const flags = new StoredFlags({
  db,
  bus,
  onChange: (name, share) => log.info({ flag: name, share }, `flag ${name} is on for ${share} %`),
  onError: (error) => log.warn(error, 'flags not read; the last known ones stay'),
})
const standbys = openStandbys({
  config,
  db,
  isOn: (memberId) => flags.isOn('standby-reads', memberId),
  log,
})
const { position, readers } = standbys
const deps = { config, db, redis, bus, mailer, files, flags, position }
const app = await buildApp({ ...deps, readers }, { loggerInstance: log })
const { readiness, metricsRegistry: registry } = app
const roleBlocker = role === 'worker' ? 'the job worker' : 'the public port'
const { blockers } = readiness
blockers.add(roleBlocker)
blockers.add('the flags')
void flags.whenRead.then(() => blockers.delete('the flags'))
const erasureList = openErasureList(config)
const restoreWatch = erasureList && watchRestoredDatabase({ db, list: erasureList, blockers, log })
if (!erasureList)
  log.warn(
    'no backup store is set: after a restore, erased data would come back (BACKUP_S3_BUCKET)',
  )

const opsServer = await startOpsServer({ config, readiness, registry, log })
if (role !== 'worker') {
  await app.listen({ host: config.HOST, port: config.PORT, backlog: LISTEN_BACKLOG })
  blockers.delete(roleBlocker)
}
if (role === 'api') void announceSchemaWait()
void announceServing()
const startingWorker = role === 'api' ? undefined : startMigratedWorker()

const SHUTDOWN_TIMEOUT_MS = 20_000
const DRAIN_SPREAD_MAX_MS = 10_000
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (readiness.isStopping) return
    readiness.isStopping = true
    void shutDownProcess()
  })
}

await startingWorker

/** Lets processes that serve the database be counted: after-restore is refused while there is one. */
async function announceServing(): Promise<void> {
  await restoreWatch?.whenServable
  if (!readiness.isStopping) bus.subscribeTo('serving', () => {})
}

/** Says why the process is not ready, as long as only its database keeps it from that. */
async function announceSchemaWait(): Promise<void> {
  await readiness.waitForSchema(logSchemaWait)
}

function logSchemaWait(schema: 'behind' | 'unknown'): void {
  if (schema === 'unknown')
    log.warn('PostgreSQL does not answer; the process is ready once it does (DATABASE_URL)')
  else
    log.warn(
      'the database lacks migrations of this release; the process is ready once they have run: dolph migrate',
    )
}

/** A worker of a new release takes no jobs before the migrations have run: they would fail and be delayed. */
async function startMigratedWorker() {
  const isCurrent = await readiness.waitForSchema(logSchemaWait)
  // Before the erasures are repeated, jobs would send mails again.
  await restoreWatch?.whenServable
  await flags.whenRead
  if (!isCurrent || readiness.isStopping) return undefined
  const tasks =
    erasureList && restoreWatch
      ? withErasureList(workerTasks, erasureList, restoreWatch.isComplete)
      : workerTasks
  const worker = await startWorker({ ...deps, db: workerDb }, tasks, log, registry)
  blockers.delete(roleBlocker)
  return worker
}

/** Graceful shutdown: /readyz reports 503, proxies route elsewhere, open requests and jobs finish, connections close. */
async function shutDownProcess(): Promise<void> {
  // The process exits after this timeout even if requests or jobs are still running.
  setTimeout(() => process.exit(1), config.DRAIN_MS + SHUTDOWN_TIMEOUT_MS).unref()
  if (role !== 'worker') {
    await wait(config.DRAIN_MS)
    await app.gateway.drain(Math.min(DRAIN_SPREAD_MAX_MS, 2 * config.DRAIN_MS))
  }
  await restoreWatch?.stop()
  await app.close()
  // A worker that has not started may still wait for the flags, which without PostgreSQL cannot be read.
  await flags.close()
  const worker = await startingWorker
  await worker?.stop()
  await opsServer.close()
  mailer.close()
  files.close()
  erasureList?.close()
  bus.close()
  redis.disconnect()
  await standbys.close()
  await db.destroy()
  if (workerDb !== db) await workerDb.destroy()
  await tracing?.stop()
}
