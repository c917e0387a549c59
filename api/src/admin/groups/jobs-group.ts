import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import {
  AdminRefusal,
  formatTable,
  reportNothingToDo,
  type AdminChange,
  type AdminGroup,
  type AdminInput,
  type AdminReport,
} from '../admin-command.ts'

const LISTED_MAX = 200

interface JobRow {
  id: number
  task: string
  state: 'running' | 'failed' | 'due' | 'waiting'
  attempts: string
  runAt: string
  worker: string | null
  error: string | null
}

export const jobsGroup: AdminGroup = {
  summary: 'the job queue',
  commands: {
    list: {
      summary: `Lists up to ${LISTED_MAX} jobs, the oldest due first.`,
      options: {
        task: { type: 'string', summary: 'only jobs of this task' },
        failed: { type: 'boolean', summary: 'only jobs that were given up' },
      },
      run: async ({ db }, { options }) => {
        const { task, failed } = options
        const jobs = await selectJobs(
          db,
          sql<boolean>`(${task ?? null}::text is null or task_identifier = ${task ?? null})
            and (not ${failed === true} or attempts >= max_attempts)`,
        )
        return { lines: formatTable(jobs), data: jobs }
      },
    },
    show: {
      summary: 'Shows one job with its payload and its last error.',
      args: ['job'],
      run: async ({ db }, input) => {
        const job = await findJob(db, input)
        const { rows } = await sql<{ payload: unknown }>`
          select payload from graphile_worker._private_jobs where id = ${job.id}`.execute(db)
        const data = { ...job, payload: rows[0]?.payload }
        return { lines: formatTable([data]), data }
      },
    },
    retry: {
      summary: 'Runs a job now, with all its attempts.',
      args: ['job'],
      run: async ({ db }, input) =>
        changeJob(db, input, {
          verb: 'run',
          command: 'retry',
          isDone: ({ state, attempts }) => state === 'due' && attempts.startsWith('0 '),
          change: (id) =>
            sql`select graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)`,
        }),
    },
    fail: {
      summary: 'Gives a job up: it stays in the list and is not tried again.',
      args: ['job'],
      run: async ({ db }, input) =>
        changeJob(db, input, {
          verb: 'give up',
          command: 'fail',
          isDone: ({ state }) => state === 'failed',
          change: (id) =>
            sql`select graphile_worker.permanently_fail_jobs(array[${id}]::bigint[], 'given up by the operator')`,
        }),
    },
    forget: {
      summary: 'Removes a job from the queue without running it.',
      args: ['job'],
      run: async ({ db }, input) =>
        changeJob(db, input, {
          verb: 'remove',
          command: 'forget',
          isDone: () => false,
          change: (id) => sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`,
        }),
    },
    unlock: {
      summary:
        'Releases the jobs of a worker that is gone. Workers do this by themselves within seconds.',
      args: ['worker'],
      run: async ({ db }, { args }) => {
        const worker = args['worker'] ?? ''
        const locked = await selectJobs(db, sql<boolean>`locked_by = ${worker}`)
        if (locked.length === 0) return reportNothingToDo(`No job is locked by ${worker}`)
        return {
          description: `release ${locked.length} jobs of ${worker}`,
          action: 'operator.jobs.unlock',
          details: { worker, jobs: locked.length },
          apply: async (tx) => {
            await sql`select graphile_worker.force_unlock_workers(array[${worker}])`.execute(tx)
          },
        }
      },
    },
  },
}

interface JobChange {
  verb: string
  command: string
  isDone: (job: JobRow) => boolean
  change: (id: number) => ReturnType<typeof sql>
}

async function changeJob(
  db: Queryable,
  input: AdminInput,
  { verb, command, isDone, change }: JobChange,
): Promise<AdminChange | AdminReport> {
  const job = await findJob(db, input)
  if (isDone(job)) return reportNothingToDo(`Job ${job.id} is ${job.state} already`)
  // The functions of the queue skip locked jobs without a word.
  if (job.state === 'running') throw new AdminRefusal(`Job ${job.id} is running at ${job.worker}`)
  return {
    description: `${verb} job ${job.id} (${job.task})`,
    action: `operator.jobs.${command}`,
    details: { job: job.id, task: job.task },
    apply: async (tx) => {
      await change(job.id).execute(tx)
    },
  }
}

async function findJob(db: Queryable, { args }: AdminInput): Promise<JobRow> {
  const id = args['job'] ?? ''
  const [job] = /^\d{1,15}$/.test(id) ? await selectJobs(db, sql<boolean>`id = ${id}::bigint`) : []
  if (!job) throw new AdminRefusal(`There is no job ${id}; it may have run`)
  return job
}

async function selectJobs(db: Queryable, condition: ReturnType<typeof sql<boolean>>) {
  const { rows } = await sql<JobRow>`
    select id, task_identifier as task,
      case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
        when run_at <= now() then 'due' else 'waiting' end as state,
      attempts || ' of ' || max_attempts as attempts, run_at as "runAt", locked_by as worker,
      left(last_error, 500) as error
    from graphile_worker.jobs where ${condition}
    order by run_at, id limit ${LISTED_MAX}
  `.execute(db)
  return rows
}
