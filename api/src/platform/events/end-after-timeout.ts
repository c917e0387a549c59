import { sql } from 'kysely'
import type { Database, Queryable } from '../db/database.ts'

/**
 * Runs the work of a transaction. Work that takes too long is abandoned, and the connection of the transaction ended:
 * abandoned work that goes on later must not find the connection in use by something else.
 */
export async function endAfterTimeout<Result>(
  db: Database,
  tx: Queryable,
  timeoutMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`took longer than ${timeoutMs} ms`)
    terminateConnection(db, rows[0]?.pid, timeoutMs).then(() => reject(error), reject)
  }, timeoutMs)
  return Promise.race([work(), timeout]).finally(() => clearTimeout(timer))
}

/** The age of its transaction tells the connection from a later one that got the same process id. */
async function terminateConnection(
  db: Database,
  pid: number | undefined,
  ageMs: number,
): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid = ${pid} and xact_start <= clock_timestamp() - make_interval(secs => ${ageMs / 1000}::float8)
  `.execute(db)
}
