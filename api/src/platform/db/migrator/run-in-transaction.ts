import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const LOCK_TIMEOUT_MS = 500
/** Longer than `deadlock_timeout`, after which PostgreSQL ends an autovacuum that is in the way. */
const LAST_LOCK_TIMEOUT_MS = 1_200
const ATTEMPTS_MAX = 30
const LAST_ATTEMPTS = 5
const PAUSE_MIN_MS = 1_000
const PAUSE_MAX_MS = 5_000
const LOCK_NOT_AVAILABLE = '55P03'

interface Options {
  onLine: (line: string) => void
  /** How long to let others pass before the next attempt. */
  choosePauseMs?: () => number
}

/**
 * Runs `step` in a transaction and repeats it when a table stays locked. While a statement waits for a strong lock, every query of
 * that table waits behind it: so it waits for half a second only, in the last attempts a little longer, and lets them pass before the next.
 */
export async function runInTransaction(
  client: pg.Client,
  step: () => Promise<void>,
  { onLine, choosePauseMs = chooseRandomPause }: Options,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const isLast = attempt > ATTEMPTS_MAX - LAST_ATTEMPTS
      const timeoutMs = isLast ? LAST_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS
      await client.query(`begin; set local lock_timeout = ${timeoutMs}`)
      await step()
      await client.query('commit')
      return
    } catch (error) {
      // Without a connection there is nothing to roll back, and the error is the one to report.
      await client.query('rollback').catch(() => undefined)
      const isLocked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
      if (!isLocked || attempt === ATTEMPTS_MAX) throw error
      const pauseMs = choosePauseMs()
      onLine(
        `a table is locked, attempt ${attempt} of ${ATTEMPTS_MAX}; next attempt in ${pauseMs} ms`,
      )
      await wait(pauseMs)
    }
  }
}

function chooseRandomPause(): number {
  return randomInt(PAUSE_MIN_MS, PAUSE_MAX_MS)
}
