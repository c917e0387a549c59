import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database, Queryable } from '../db/database.ts'
import type { JobMetrics } from './job-metrics.ts'

/** A small task that runs every few seconds; cron entries of the job queue run at most once a minute. */
export interface IntervalTask {
  name: string
  intervalMs: number
  /** Does one batch in the given transaction; returns true if there is more to do immediately. */
  run: (tx: Queryable, db: Database) => Promise<boolean>
}

/**
 * The first key of the advisory lock that a running task holds; the second key is a hash of its name.
 * Arbitrary; ASCII `TASK`.
 */
const INTERVAL_TASK_LOCK_CLASS = 0x5441534b

/**
 * Runs the task at its interval until it is stopped. Every worker starts every task, but only the one that gets the
 * advisory lock runs it; the others skip the interval. The lock belongs to the transaction, so a crash releases it.
 */
export function startIntervalTask(
  db: Database,
  { name, intervalMs, run }: IntervalTask,
  log: FastifyBaseLogger,
  metrics: Pick<JobMetrics, 'recordRun'>,
) {
  let isStopped = false
  let wake = () => {}
  const running = runLoop()

  async function runLoop(): Promise<void> {
    while (!isStopped) {
      try {
        while (!isStopped && (await runExclusively()));
      } catch (error) {
        metrics.recordRun(name, 'failed')
        log.warn(
          { err: error, task: name },
          `${name} failed; next attempt in ${intervalMs / 1000} s`,
        )
      }
      if (!isStopped) await pause()
    }
  }

  async function runExclusively(): Promise<boolean> {
    const result = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(INTERVAL_TASK_LOCK_CLASS)}, hashtext(${name})) as "isMine"
      `.execute(tx)
      return rows[0]?.isMine ? { hasMore: await run(tx, db) } : undefined
    })
    if (!result) return false
    metrics.recordRun(name, 'done')
    return result.hasMore
  }

  async function pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, intervalMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    async stop(): Promise<void> {
      isStopped = true
      wake()
      await running
    },
  }
}
