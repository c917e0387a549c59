import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { HEARTBEAT_LOCK_CLASS } from '../jobs/worker-heartbeat.ts'

/** How long one query serves, so that several scrapers, or a fast one, cost no more than one. */
const SNAPSHOT_TTL_MS = 10_000
/** Counts stop here: beyond it, the exact number helps nobody and counting would take longer. */
const COUNT_MAX = 10_000

interface QueueState {
  eventsOldestSeconds: number
  failedEvents: number
  mailsDue: number
  mailOldestSeconds: number
  workers: number
  migration: string | null
  /** Counts of `WaitingRows` by name. */
  waiting: Record<string, number>
  jobs: { task: string; due: number; oldestSeconds: number }[]
}

type Measure = Exclude<keyof QueueState, 'migration' | 'jobs' | 'waiting'>

/** Rows that wait for a worker; their number is a gauge. */
export interface WaitingRows {
  name: string
  help: string
  table: keyof Tables
}

const GAUGES: { name: string; help: string; measure: Measure }[] = [
  {
    name: 'dolph_events_oldest_age_seconds',
    help: 'Age of the oldest event that waits for a subscriber; 0 if none waits',
    measure: 'eventsOldestSeconds',
  },
  {
    name: 'dolph_failed_events',
    help: 'Events parked in failed_events, which an operator has to replay',
    measure: 'failedEvents',
  },
  {
    name: 'mails_due',
    help: `Mails that the mail server has not accepted yet, up to ${COUNT_MAX}`,
    measure: 'mailsDue',
  },
  {
    name: 'mail_oldest_due_seconds',
    help: 'Age of the oldest mail that the mail server has not accepted yet; 0 if none waits',
    measure: 'mailOldestSeconds',
  },
  {
    name: 'workers_alive',
    help: 'Workers that are connected to PostgreSQL, of all processes',
    measure: 'workers',
  },
]

/** What waits in the database. Every process shows it, whether it has a worker or not, so that alerts use the maximum. */
export function registerDatabaseGauges(
  registry: Registry,
  db: Database,
  waiting: readonly WaitingRows[],
): void {
  const readState = shareForAWhile(() => selectQueueState(db, waiting))
  for (const { name, help, measure } of GAUGES) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          // Without PostgreSQL the value is unknown, and the other metrics are still served.
          this.set((await readState())?.[measure] ?? Number.NaN)
        },
      }),
    )
  }
  for (const { name, help } of waiting) {
    registry.registerMetric(
      new Gauge({
        name,
        help: `${help}, up to ${COUNT_MAX}`,
        registers: [],
        async collect() {
          this.set((await readState())?.waiting[name] ?? Number.NaN)
        },
      }),
    )
  }
  registerJobGauges(registry, readState)
  registry.registerMetric(
    new Gauge({
      name: 'migration_latest_info',
      help: 'Always 1; the label names the last migration of the database',
      labelNames: ['name'] as const,
      registers: [],
      async collect() {
        const name = (await readState())?.migration
        this.reset()
        if (name) this.set({ name }, 1)
      },
    }),
  )
}

function registerJobGauges(registry: Registry, readState: () => Promise<QueueState | undefined>) {
  const labelNames = ['task'] as const
  registry.registerMetric(
    new Gauge({
      name: 'jobs_due',
      help: `Jobs that could run now and wait for a worker, up to ${COUNT_MAX}`,
      labelNames,
      registers: [],
      async collect() {
        this.reset()
        for (const { task, due } of (await readState())?.jobs ?? []) this.set({ task }, due)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'job_oldest_due_seconds',
      help: 'How long the oldest job that could run now has been waiting; 0 if none waits',
      labelNames,
      registers: [],
      async collect() {
        this.reset()
        for (const { task, oldestSeconds } of (await readState())?.jobs ?? [])
          this.set({ task }, oldestSeconds)
      },
    }),
  )
}

function shareForAWhile<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let last: { result: Promise<T | undefined>; readAt: number } | undefined
  return () => {
    if (!last || performance.now() - last.readAt >= SNAPSHOT_TTL_MS)
      last = { result: read().catch(() => undefined), readAt: performance.now() }
    return last.result
  }
}

/** One statement, in which each part reads an index or stops at `COUNT_MAX`. */
async function selectQueueState(
  db: Database,
  waiting: readonly WaitingRows[],
): Promise<QueueState | undefined> {
  const counts = waiting.map(
    ({ name, table }) =>
      sql`${sql.lit(name)}, (select count(*) from (select from ${sql.table(table)} limit ${COUNT_MAX}) as rows)`,
  )
  const { rows } = await sql<QueueState>`
    with due_jobs as (
      select task_id, count(*) as due, extract(epoch from clock_timestamp() - min(run_at))::float8 as oldest
      from (
        select task_id, run_at from graphile_worker._private_jobs
        where is_available and run_at <= now() order by priority, run_at limit ${COUNT_MAX}) as jobs
      group by task_id)
    select
      coalesce((
        select greatest(0, extract(epoch from clock_timestamp() - uuid_v7_time(id)))::float8
        from events order by id limit 1), 0) as "eventsOldestSeconds",
      (select count(*) from failed_events) as "failedEvents",
      (select count(*) from (
        select from mails where state in ('due', 'sending') limit ${COUNT_MAX}) as waiting) as "mailsDue",
      coalesce((
        select greatest(0, extract(epoch from clock_timestamp() - created_at))::float8
        from mails where state in ('due', 'sending') order by id limit 1), 0) as "mailOldestSeconds",
      json_build_object(${sql.join(counts)}) as waiting,
      (select count(distinct objid) from pg_locks
        where locktype = 'advisory' and granted and classid = ${HEARTBEAT_LOCK_CLASS} and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())) as workers,
      (select max(name) from applied_migrations where name not like 'after/%') as migration,
      (select coalesce(json_agg(json_build_object(
          'task', identifier, 'due', coalesce(due, 0), 'oldestSeconds', coalesce(oldest, 0))), '[]')
        from graphile_worker._private_tasks as tasks left join due_jobs on task_id = tasks.id) as jobs
  `.execute(db)
  return rows[0]
}
