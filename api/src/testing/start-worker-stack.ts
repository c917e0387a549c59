import { pino } from 'pino'
import { readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { openFileStore } from '../platform/storage/open-file-store.ts'
import { StoredFlags } from '../platform/flags/flags.ts'
import type { JobHandler } from '../platform/jobs/define-job.ts'
import { startWorker, type WorkerTasks } from '../platform/jobs/worker.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import { openBus } from '../platform/realtime/bus.ts'
import { openRedis } from '../platform/redis.ts'
import { TEST_REDIS_URL } from './start-app.ts'
import { buildStorageEnv } from './servers/test-storage.ts'
import { openTestDatabase } from './test-database.ts'

/** A short interval, so that tests do not wait until a dead worker is detected. */
const HEARTBEAT_CHECK_MS = 100

interface Options {
  env?: Record<string, string>
  /** Changes the database URL, for example to connect through a proxy. */
  rewriteDatabaseUrl?: (url: URL) => URL
}

/** Opens a database with a job queue, on which tests start workers; `await using` closes everything. */
export async function startWorkerStack({
  env = {},
  rewriteDatabaseUrl = (url) => url,
}: Options = {}) {
  const database = await openTestDatabase()
  const url = rewriteDatabaseUrl(new URL(database.url)).href
  const db = openDatabase(url)
  const redis = await openRedis(TEST_REDIS_URL, () => {})
  const bus = await openBus(redis, () => {})
  const config = readConfig({
    NODE_ENV: 'test',
    APP_ORIGIN: 'http://localhost:3000',
    DATABASE_URL: url,
    REDIS_URL: TEST_REDIS_URL,
    ...buildStorageEnv(),
    ...env,
  })
  const mailer = openMailer(config)
  const files = openFileStore(config)
  const flags = new StoredFlags({ db, bus })
  await flags.readAgain()
  const deps = { config, db, redis, bus, mailer, files, flags }
  let workers: Awaited<ReturnType<typeof startWorker>>[] = []
  const stopWorkers = async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    workers = []
  }

  const startWorkerWith = async (tasks: WorkerTasks) => {
    workers.push(await startWorker(deps, tasks, pino({ level: 'silent' })))
  }

  return {
    ...deps,
    stopWorkers,
    startWorkerWith,
    startWorker: async (...jobs: JobHandler[]) =>
      startWorkerWith({ jobs, heartbeatCheckMs: HEARTBEAT_CHECK_MS }),
    async [Symbol.asyncDispose]() {
      await stopWorkers()
      await flags.close()
      mailer.close()
      files.close()
      bus.close()
      redis.disconnect()
      await db.destroy()
      await database[Symbol.asyncDispose]()
    },
  }
}
