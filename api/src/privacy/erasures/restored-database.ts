import type { FastifyBaseLogger } from 'fastify'
import type { Queryable } from '../../platform/db/database.ts'
import { getTime, LIST_DAYS, type ErasureList } from './erasure-list.ts'
import type { Erasure } from './erasure-kinds.ts'
import { findForeignInstallation, hasInstallation, selectInstallation } from './installation.ts'

const RETRY_MS = 5_000
const DAY_MS = 86_400_000
const FIRST_LOOK_BLOCKER = 'a look at the list of erasures'
const FOREIGN_BLOCKER =
  'a backup store of its own: the list of erasures there is of another installation'
const RESTORED_BLOCKER = 'after-restore, because the database was restored from a backup'

/** What keeps the database from being served with this list, if anything. */
export async function compareWithList(
  db: Queryable,
  list: ErasureList,
): Promise<string | undefined> {
  const oldest = Date.now() - LIST_DAYS * DAY_MS
  const newest = (await list.readNewest()).filter((erasure) => getTime(erasure) > oldest)
  if (newest.length === 0) return undefined
  if (await isForeign(newest, db)) return FOREIGN_BLOCKER
  const ids = newest.map(({ id }) => id)
  const known = await db.selectFrom('erasures').select('id').where('id', 'in', ids).execute()
  return known.length < ids.length ? RESTORED_BLOCKER : undefined
}

/** A backup from before installations had an id lacks the table until it is migrated, and is looked at all the same. */
async function isForeign(erasures: readonly Erasure[], db: Queryable): Promise<boolean> {
  if (!(await hasInstallation(db))) return false
  return findForeignInstallation(erasures, await selectInstallation(db)) !== undefined
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
 * Looks once, at start, whether the database was restored, and keeps the process from being ready until its erasures are repeated. A list
 * of another installation keeps it from being ready too: the two would be mixed up.
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
      await look()
      blockers.delete(FIRST_LOOK_BLOCKER)
      if (!isBlocked()) allowServing()
      if (isComplete || isStopped) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, retryMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  const isBlocked = () => [FOREIGN_BLOCKER, RESTORED_BLOCKER].some((each) => blockers.has(each))

  /** Changes nothing if the list cannot be read. */
  async function look(): Promise<void> {
    try {
      const found = await compareWithList(db, list)
      if (found !== undefined && !blockers.has(found))
        log.error(`not ready, and waits for ${found}`)
      for (const each of [FOREIGN_BLOCKER, RESTORED_BLOCKER]) blockers.delete(each)
      if (found !== undefined) blockers.add(found)
      isComplete = found === undefined
    } catch (error) {
      log.warn(error, `the list of erasures could not be read; next attempt in ${retryMs / 1000} s`)
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
