import { sql } from 'kysely'
import { z } from 'zod'
import type { Queryable } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts'
import type { IntervalTask } from '../../platform/jobs/interval-task.ts'
import type { Erasure } from './erasure-kinds.ts'
import type { ErasureList } from './erasure-list.ts'
import { selectInstallation } from './installation.ts'

const INTERVAL_MS = 5_000
const BATCH_SIZE = 1_000
/** Longer than any backup is kept. */
const RETENTION_DAYS = 40

/** Writes new erasures to the backup store every five seconds, once the database is known to have every erasure of the list. */
export function createShipErasuresTask(
  list: ErasureList,
  isDatabaseComplete: () => boolean,
): IntervalTask {
  return {
    name: 'ship-erasures',
    intervalMs: INTERVAL_MS,
    run: async (tx) => isDatabaseComplete() && shipErasures(tx, list),
  }
}

/**
 * Writes a batch, and marks its rows afterwards: a worker that dies in between writes them again. Not a cursor, because a row may
 * be committed after one with a higher id.
 */
export async function shipErasures(tx: Queryable, list: ErasureList): Promise<boolean> {
  const batch = (await tx
    .selectFrom('erasures')
    .select(['id', 'kind', 'subject', 'made_by as by'])
    .where('shipped_at', 'is', null)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()) as Erasure[]
  if (batch.length === 0) return false
  const installation = await selectInstallation(tx)
  await list.append(batch.map((erasure) => ({ ...erasure, installation })))
  await tx
    .updateTable('erasures')
    .set({ shipped_at: sql`now()` })
    .where(
      'id',
      'in',
      batch.map(({ id }) => id),
    )
    .execute()
  return batch.length === BATCH_SIZE
}

const deleteOldErasuresJob = defineJob('delete-old-erasures', z.object({}))

export const erasureJobs = [
  handleJob(deleteOldErasuresJob, async (_, { db }) => deleteOldErasures(db), {
    cron: '47 4 * * *',
  }),
]

export async function deleteOldErasures(db: Queryable): Promise<void> {
  const oldest = sql`(select uuid_v7(now() - make_interval(days => ${RETENTION_DAYS})))`
  await deleteInBatches(db, 'erasures', sql`id < ${oldest}`)
}
