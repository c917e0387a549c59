import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'
import type { IntervalTask } from '../interval-task.ts'
import type { Backfill } from './backfill.ts'
import { hasOtherReleases } from './other-releases.ts'
import { readReplicationLagBytes } from './replication-lag.ts'

const BATCH_ROWS = 1_000
const INTERVAL_MS = 10_000
/** A replica that is further behind first catches up: readers of it, and a failover to it, would miss too much. */
const LAG_MAX_BYTES = 16 * 1024 * 1024

interface Options {
  readLagBytes?: (tx: Queryable) => Promise<number>
}

/** An interval task that runs one batch of the backfill after another, in one worker at a time, until it is done. */
export function createBackfillTask(
  { name, fillBatch, runsAlone = false }: Backfill,
  { readLagBytes = readReplicationLagBytes }: Options = {},
): IntervalTask {
  return {
    name: `backfill-${name}`,
    intervalMs: INTERVAL_MS,
    async run(tx, db) {
      await tx
        .insertInto('backfills')
        .values({ name })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const { cursor, done_at, paused_at } = await tx
        .selectFrom('backfills')
        .select(['cursor', 'done_at', 'paused_at'])
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      if (done_at !== null || paused_at !== null) return false
      if (runsAlone && (await hasOtherReleases(tx))) return false
      if ((await readLagBytes(tx)) > LAG_MAX_BYTES) return false
      const next = await fillBatch(tx, cursor, BATCH_ROWS, db)
      await tx
        .updateTable('backfills')
        .set(next === null ? { done_at: sql`now()` } : { cursor: next })
        .where('name', '=', name)
        .execute()
      return next !== null
    },
  }
}
