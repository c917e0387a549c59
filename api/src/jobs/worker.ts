import { Logger, run, type Runner, type TaskList } from 'graphile-worker'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../deps.ts'

/** A feature's jobs: what may be done later, and must be done at least once. */
export type Jobs = (deps: Deps) => TaskList

const JOBS_AT_ONCE = 4

/**
 * Takes jobs from the database and does them until it is stopped. What a killed worker had begun is taken up by another
 * when the queue's own lock on it has run out, after four hours; what it had not begun, at once.
 */
export async function startWorker(
  deps: Deps,
  features: Jobs[],
  log: FastifyBaseLogger,
): Promise<Runner> {
  const taskList = Object.assign({}, ...features.map((jobs) => jobs(deps))) as TaskList
  return run({
    pgPool: deps.db.pool,
    taskList,
    concurrency: JOBS_AT_ONCE,
    // Signals are main.ts's business: it stops the worker and the API together.
    noHandleSignals: true,
    logger: new Logger(() => (level, message, meta) => {
      const write = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
      log[write]({ ...meta }, message)
    }),
  })
}
