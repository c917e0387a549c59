import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { startWorker, type Jobs } from '../jobs/worker.ts'
import { openRedis } from '../redis.ts'
import { TEST_REDIS_URL } from './start-app.ts'
import { cloneDatabase } from './test-database.ts'

/** A database with jobs to do, and a worker to hire for them; everything is closed by `await using`. */
export async function startWork() {
  const database = await cloneDatabase()
  const { db } = database
  const redis = await openRedis(TEST_REDIS_URL, () => {})
  const config = readConfig({
    NODE_ENV: 'test',
    APP_ORIGIN: 'http://localhost:3000',
    DATABASE_URL: database.url,
    REDIS_URL: TEST_REDIS_URL,
  })
  const deps = { config, db, redis }
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined
  const dismiss = async () => {
    await worker?.stop()
    worker = undefined
  }

  return {
    db,
    dismiss,
    async hire(...features: Jobs[]) {
      worker = await startWorker(deps, features, pino({ level: 'silent' }))
    },
    async [Symbol.asyncDispose]() {
      await dismiss()
      redis.disconnect()
      await database[Symbol.asyncDispose]()
    },
  }
}
