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
import { Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { createEventMetrics } from '../events/event-metrics.ts'
import { startEventRelay } from '../events/event-relay.ts'
import type { EventSubscribers } from '../events/subscribers.ts'
import { secondsSince } from '../telemetry/process-metrics.ts'
import { continueTrace } from '../telemetry/tracing/tracer.ts'
import type { JobHandler } from './define-job.ts'
import { createJobMetrics, type JobMetrics } from './job-metrics.ts'
import { readTraceParent } from './job-trace.ts'
import { startHeartbeat } from './worker-heartbeat.ts'
import { startIntervalTask, type IntervalTask } from './interval-task.ts'

/** Everything a worker runs: queued jobs, jobs on a cron schedule, interval tasks, and what follows from events. */
export interface WorkerTasks {
  jobs: readonly JobHandler[]
  intervalTasks?: readonly IntervalTask[]
  subscribers?: readonly EventSubscribers[]
  /** How often to check for dead workers; 2 seconds by default. */
  heartbeatCheckMs?: number
}

const JOB_CONCURRENCY = 4
const RESTART_DELAY_MS = 1_000

/** Runs jobs from the queue until it is stopped. Jobs that a killed worker had started run again. */
export async function startWorker(
  deps: Deps,
  tasks: WorkerTasks,
  log: FastifyBaseLogger,
  metricsRegistry = new Registry(),
) {
  const jobMetrics = createJobMetrics(metricsRegistry, {
    jobs: tasks.jobs.map(({ name }) => name),
    intervalTasks: (tasks.intervalTasks ?? []).map(({ name }) => name),
  })
  const heartbeat = await startHeartbeat({
    databaseUrl: deps.config.DATABASE_DIRECT_URL,
    applicationName: deps.db.pool.options.application_name,
    heartbeatCheckMs: tasks.heartbeatCheckMs,
    onError: (error) => log.warn(error, 'worker heartbeat failed; reconnecting to PostgreSQL'),
    onJobsReleased: (workers) => {
      jobMetrics.recordReleasedWorkers(workers.length)
      log.warn({ workers }, 'released the jobs of dead workers; live workers run them again')
    },
  })
  const options = buildRunnerOptions(deps, tasks, log, jobMetrics)
  options.events.on('pool:create', ({ workerPool }) => heartbeat.register(workerPool.id))
  let isStopping = false
  let runner: Runner = await run(options)
  const supervision = superviseRunner()
  const intervalTasks = (tasks.intervalTasks ?? []).map((task) =>
    startIntervalTask(deps.db, task, log, jobMetrics),
  )
  const metrics = createEventMetrics(metricsRegistry)
  const relay = tasks.subscribers
    ? startEventRelay({ deps, subscribers: tasks.subscribers, metrics, log })
    : undefined

  // The job runner gives up after some minutes without PostgreSQL, so it is restarted.
  async function superviseRunner(): Promise<void> {
    for (;;) {
      await runner.promise.catch((error: unknown) =>
        log.error(error, 'job runner stopped unexpectedly; restarting it'),
      )
      let next: Runner | undefined
      while (!next) {
        if (isStopping) return
        await wait(RESTART_DELAY_MS)
        next = await run(options).catch((error: unknown) => {
          log.error(
            error,
            `job runner failed to start; next attempt in ${RESTART_DELAY_MS / 1000} s`,
          )
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
      await Promise.all([relay?.stop(), ...intervalTasks.map((task) => task.stop())])
      await runner
        .stop()
        .catch((error: unknown) => log.warn(error, 'job runner had already stopped'))
      await supervision
      await heartbeat.stop()
    },
  }
}

/** The handlers in the form of the job queue. */
export function buildTaskList(
  deps: Deps,
  jobs: readonly JobHandler[],
  metrics?: Pick<JobMetrics, 'recordAttempt'>,
): TaskList {
  return Object.fromEntries(
    jobs.map(({ name, parseAndRun }) => [
      name,
      async (payload, helpers) => {
        const startedAt = performance.now()
        try {
          const attributes = { 'dolph.attempt': helpers.job.attempts }
          const options = { kind: 'consumer' as const, attributes }
          await continueTrace(readTraceParent(payload), `job ${name}`, options, () =>
            parseAndRun(payload, deps, helpers),
          )
          metrics?.recordAttempt(name, 'done', secondsSince(startedAt))
        } catch (error) {
          const { attempts, max_attempts } = helpers.job
          const outcome = attempts >= max_attempts ? 'given-up' : 'failed'
          metrics?.recordAttempt(name, outcome, secondsSince(startedAt))
          throw error
        }
      },
    ]),
  )
}

function buildRunnerOptions(
  deps: Deps,
  { jobs }: WorkerTasks,
  log: FastifyBaseLogger,
  metrics: JobMetrics,
) {
  const crontab = jobs.flatMap(({ name, cron }) => (cron ? [`${cron} ${name}`] : []))
  return {
    pgPool: deps.db.pool,
    taskList: buildTaskList(deps, jobs, metrics),
    parsedCronItems: parseCrontab(crontab.join('\n')),
    concurrency: JOB_CONCURRENCY,
    // main.ts handles signals: it stops the worker and the API together.
    noHandleSignals: true,
    // Batched updates are retried during an outage; an unbatched update that fails would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    events: new EventEmitter(),
    logger: new Logger(() => (level, message, meta) => {
      const logLevel = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug'
      log[logLevel]({ ...meta }, message)
    }),
  } satisfies RunnerOptions
}
