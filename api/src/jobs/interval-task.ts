import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database, Queryable } from '../db/database.ts'

/** Something small that is done again every few seconds, for which the clock of the job queue is too coarse. */
export interface IntervalTask {
  name: string
  intervalMs: number
  /** Does a part in the transaction it is given; true if there is more to do at once. */
  run: (tx: Queryable, db: Database) => Promise<boolean>
}

/** The first half of the advisory locks under which pulses beat; the second half says which. */
const INTERVAL_TASK_LOCK_CLASS = 0x50554c53

/**
 * Beats until it is stopped. Every worker has every pulse, and at any moment one of them beats: the others find its
 * lock and pass. The lock goes with the transaction, so whoever dies while beating leaves nothing behind.
 */
export function startIntervalTask(
  db: Database,
  { name, intervalMs, run }: IntervalTask,
  log: FastifyBaseLogger,
) {
  let isOver = false
  let wake = () => {}
  const beating = keepBeating()

  async function keepBeating(): Promise<void> {
    while (!isOver) {
      try {
        while (!isOver && (await beatAlone()));
      } catch (error) {
        log.warn({ err: error, pulse: name }, 'a pulse missed a beat')
      }
      if (!isOver) await pause()
    }
  }

  async function beatAlone(): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ isMine: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(INTERVAL_TASK_LOCK_CLASS)}, hashtext(${name})) as "isMine"
      `.execute(tx)
      return rows[0]?.isMine ? run(tx, db) : false
    })
  }

  async function pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, intervalMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    async stop(): Promise<void> {
      isOver = true
      wake()
      await beating
    },
  }
}
