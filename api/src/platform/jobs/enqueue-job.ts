import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'
import type { Job } from './define-job.ts'
import { withTraceParent } from './job-trace.ts'

interface Options {
  /** Of jobs with the same key, only the last is queued. A running job may reschedule itself under its own key. */
  key?: string
  /** Jobs of the same queue run one after another, over all workers. */
  queue?: string
  delaySeconds?: number
}

/** Adds a job in the caller's transaction: it runs if, and only if, the transaction commits. */
export async function enqueueJob<Payload extends object>(
  db: Queryable,
  { name }: Job<Payload>,
  payload: NoInfer<Payload>,
  { key, queue, delaySeconds = 0 }: Options = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${name}, payload => ${JSON.stringify(withTraceParent(payload))}::json, job_key => ${key ?? null}, queue_name => ${queue ?? null},
      run_at => now() + make_interval(secs => ${delaySeconds}))
  `.execute(db)
}
