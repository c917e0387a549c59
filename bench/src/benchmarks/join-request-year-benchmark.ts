import { parseArgs } from 'node:util'
import { openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { simulateYear } from '@dolph/api/features/join-requests/clock/testing/simulate-year'
import { openBus } from '@dolph/api/platform/realtime/bus'
import { openRedis } from '@dolph/api/platform/redis'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { printLine } from '../print-line.ts'

const DATABASE_URL = `${BENCH_DATABASE_URL}_join_request_year`
const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379/0'
const DEFAULT_REQUESTS = '10000'

/**
 * A simulated year of join requests: fails if one has not ended by its date plus five minutes, if a notification came
 * twice, or if an answer rate differs from the one recomputed. `--requests` sets the size, `--seed` what happens.
 */
export async function benchmarkJoinRequestYear(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      requests: { type: 'string', default: DEFAULT_REQUESTS },
      seed: { type: 'string', default: '18' },
    },
  })
  await recreateDatabase(DATABASE_URL)
  await using db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
  await migrateDatabase(db)
  const redis = await openRedis(REDIS_URL, () => {})
  const bus = await openBus(redis, () => {})
  const started = performance.now()
  const year = await simulateYear(
    { db, redis, bus },
    { requests: Number(values.requests), seed: Number(values.seed) },
  )
  bus.close()
  redis.disconnect()
  printLine(`${year.steps} steps in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  printLine(
    Object.entries(year)
      .map(([name, count]) => `${name}=${count}`)
      .join(' '),
  )
  const mistakes =
    year.open + year.modelOpen + year.late + year.repeatedNotifications + year.wrongRates
  if (mistakes > 0) throw new Error(`the year shows ${mistakes} mistakes`)
}
