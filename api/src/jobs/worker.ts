import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  parseCrontab,
  run,
  type Runner,
  type RunnerOptions,
  type TaskList,
} from 'graphile-worker'
import type { Deps } from '../deps.ts'
import { startHeartbeat } from './worker-heartbeat.ts'
import { startIntervalTask, type IntervalTask } from './interval-task.ts'

/** A feature's jobs: what may be done later, and must be done at least once. */
export type Jobs = (deps: Deps) => TaskList

/** Everything a worker does: jobs that somebody asks for, which of them it also does by the clock, and what it does all the time. */
export interface WorkerTasks {
  jobs: Jobs[]
  /** Lines such as `0 4 * * * forget-mails`, in UTC. */
  crontab?: string[]
  intervalTasks?: IntervalTask[]
  /** How often it looks for workers that have died; 2 seconds if not given. */
  lookMs?: number
}

const JOB_CONCURRENCY = 4
const RESTART_DELAY_MS = 1_000

/** Takes jobs from the database and does them until it is stopped. What a killed worker had begun is begun again. */
export async function startWorker(deps: Deps, work: WorkerTasks, log: FastifyBaseLogger) {
  const life = await startHeartbeat({
    databaseUrl: deps.config.DATABASE_URL,
    lookMs: work.lookMs,
    onError: (error) => log.warn(error, 'the worker cannot show that it lives'),
    onJobsReleased: (workers) => log.warn({ workers }, 'took up the jobs of dead workers'),
  })
  const options = buildRunnerOptions(deps, work, log)
  options.events.on('pool:create', ({ workerPool }) => life.as(workerPool.id))
  let isStopping = false
  let runner: Runner = await run(options)
  const working = keepWorking()
  const pulses = (work.intervalTasks ?? []).map((pulse) => startIntervalTask(deps.db, pulse, log))

  // The queue gives up when PostgreSQL is away for minutes; we do not.
  async function keepWorking(): Promise<void> {
    for (;;) {
      await runner.promise.catch((error: unknown) => log.error(error, 'the worker gave up'))
      let next: Runner | undefined
      while (!next) {
        if (isStopping) return
        await wait(RESTART_DELAY_MS)
        next = await run(options).catch((error: unknown) => {
          log.error(error, 'no worker could start')
          return undefined
        })
      }
      runner = next
      if (isStopping) await runner.stop()
    }
  }

  return {
    async stop(): Promise<void> {
      isStopping = true
      await Promise.all(pulses.map((pulse) => pulse.stop()))
      await runner.stop().catch((error: unknown) => log.warn(error, 'the worker had stopped'))
      await working
      await life.end()
    },
  }
}

function buildRunnerOptions(
  deps: Deps,
  { jobs, crontab = [] }: WorkerTasks,
  log: FastifyBaseLogger,
) {
  return {
    pgPool: deps.db.pool,
    taskList: Object.assign({}, ...jobs.map((each) => each(deps))) as TaskList,
    parsedCronItems: parseCrontab(crontab.join('\n')),
    concurrency: JOB_CONCURRENCY,
    // Signals are main.ts's business: it stops the worker and the API together.
    noHandleSignals: true,
    // Batches are repeated when PostgreSQL is away; a single failure to write "done" would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    events: new EventEmitter(),
    logger: new Logger(() => (level, message, meta) => {
      const write = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
      log[write]({ ...meta }, message)
    }),
  } satisfies RunnerOptions
}
