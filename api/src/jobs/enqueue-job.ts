import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'

/** Adds a job in the caller's transaction: it runs if, and only if, the transaction commits. */
export async function enqueueJob(
  db: Queryable,
  job: string,
  payload: object,
  key?: string,
): Promise<void> {
  await sql`select graphile_worker.add_job(${job}, payload => ${JSON.stringify(payload)}::json, job_key => ${key ?? null})`.execute(
    db,
  )
}

/** Adds a job that runs after a delay. A running job may reschedule itself under its own key. */
export async function enqueueDelayedJob(
  db: Queryable,
  job: string,
  payload: object,
  { key, seconds }: { key: string; seconds: number },
): Promise<void> {
  await sql`select graphile_worker.add_job(${job}, payload => ${JSON.stringify(payload)}::json, job_key => ${key}, run_at => now() + make_interval(secs => ${seconds}))`.execute(
    db,
  )
}
