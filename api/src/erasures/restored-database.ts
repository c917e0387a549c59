import type { FastifyBaseLogger } from 'fastify'
import type { Queryable } from '../db/database.ts'
import { getTime, LIST_DAYS, type ErasureList } from './erasure-list.ts'

const RETRY_MS = 5_000
const DAY_MS = 86_400_000
const FIRST_LOOK_BLOCKER = 'a look at the list of erasures'
const RESTORED_BLOCKER = 'after-restore, because the database was restored from a backup'

/** Whether the backup store has an erasure that the database does not: then the database was restored to an earlier time. */
export async function isRestoredDatabase(db: Queryable, list: ErasureList): Promise<boolean> {
  const oldest = Date.now() - LIST_DAYS * DAY_MS
  const ids = (await list.readNewest())
    .filter((erasure) => getTime(erasure) > oldest)
    .map(({ id }) => id)
  if (ids.length === 0) return false
  const known = await db.selectFrom('erasures').select('id').where('id', 'in', ids).execute()
  return known.length < ids.length
}

interface Options {
  db: Queryable
  list: ErasureList
  /** The reasons for which the process is not ready. */
  blockers: Set<string>
  log: FastifyBaseLogger
  retryMs?: number
}

/**
 * Looks once, at start, whether the database was restored, and keeps the process from being ready until its erasures are repeated.
 * While the backup store does not answer, the process serves, and looks again every few seconds. It must not write to the list before:
 * the newest erasures would then be its own, and the next look would not notice the restore.
 */
export function watchRestoredDatabase({ db, list, blockers, log, retryMs = RETRY_MS }: Options) {
  let isStopped = false
  let isComplete = false
  let wake = () => {}
  const { promise: whenServable, resolve: allowServing } = Promise.withResolvers<void>()
  blockers.add(FIRST_LOOK_BLOCKER)
  const watching = watch()

  async function watch(): Promise<void> {
    for (;;) {
      const isRestored = await look()
      blockers.delete(FIRST_LOOK_BLOCKER)
      if (!blockers.has(RESTORED_BLOCKER)) allowServing()
      if (isRestored === false || isStopped) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, retryMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  /** Null if it is not known. */
  async function look(): Promise<boolean | null> {
    try {
      const isRestored = await isRestoredDatabase(db, list)
      if (isRestored && !blockers.has(RESTORED_BLOCKER)) {
        blockers.add(RESTORED_BLOCKER)
        log.error('the database was restored from a backup; not ready until after-restore has run')
      }
      if (!isRestored) blockers.delete(RESTORED_BLOCKER)
      isComplete = !isRestored
      return isRestored
    } catch (error) {
      log.warn(error, `the list of erasures could not be read; next attempt in ${retryMs / 1000} s`)
      return null
    }
  }

  return {
    /** Resolves after the first look that did not find a restored database, or when the watch is stopped. */
    whenServable,
    /** Resolves when the database is known to have every erasure. */
    watching,
    /** Whether a look has found every erasure of the list in the database. */
    isComplete: () => isComplete,
    async stop(): Promise<void> {
      isStopped = true
      wake()
      await watching
      allowServing()
    },
  }
}
