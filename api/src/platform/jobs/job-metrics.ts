import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type JobMetrics = ReturnType<typeof createJobMetrics>

interface TaskNames {
  jobs: readonly string[]
  intervalTasks: readonly string[]
}

const JOB_OUTCOMES = ['done', 'failed', 'given-up'] as const
const RUN_OUTCOMES = ['done', 'failed'] as const

/** What the worker of this process did. How much waits is read from the database: platform/telemetry/database-gauges.ts. */
export function createJobMetrics(registry: Registry, { jobs, intervalTasks }: TaskNames) {
  const seconds = new Histogram({
    name: 'job_seconds',
    help: 'Time of each attempt at a job',
    buckets: [0.05, 0.5, 5, 60],
    registers: [registry],
  })
  const attempts = new Counter({
    name: 'job_attempts_total',
    help: 'Attempts at jobs: `failed` ones are retried, `given-up` ones are not',
    labelNames: ['task', 'outcome'] as const,
    registers: [registry],
  })
  const runs = new Counter({
    name: 'interval_task_runs_total',
    help: 'Runs of interval tasks by this process; other workers run them too',
    labelNames: ['task', 'outcome'] as const,
    registers: [registry],
  })
  const lastRun = new Gauge({
    name: 'interval_task_last_run_timestamp_seconds',
    help: 'When this process last completed a run of the interval task; 0 if never',
    labelNames: ['task'] as const,
    registers: [registry],
  })
  const releasedWorkers = new Counter({
    name: 'workers_released_total',
    help: 'Dead workers whose jobs this process has released',
    registers: [registry],
  })
  for (const task of jobs) for (const outcome of JOB_OUTCOMES) attempts.inc({ task, outcome }, 0)
  for (const task of intervalTasks) {
    for (const outcome of RUN_OUTCOMES) runs.inc({ task, outcome }, 0)
    lastRun.set({ task }, 0)
  }

  return {
    recordAttempt(task: string, outcome: (typeof JOB_OUTCOMES)[number], duration: number): void {
      attempts.inc({ task, outcome })
      seconds.observe(duration)
    },
    recordRun(task: string, outcome: (typeof RUN_OUTCOMES)[number]): void {
      runs.inc({ task, outcome })
      if (outcome === 'done') lastRun.set({ task }, Date.now() / 1_000)
    },
    recordReleasedWorkers: (count: number) => releasedWorkers.inc(count),
  }
}
