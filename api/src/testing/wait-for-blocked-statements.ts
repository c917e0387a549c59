import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queryable } from '../platform/db/database.ts'

/** As long as an idle transaction may hold its locks: nothing waits for them later. */
const TIMEOUT_MS = 5_000
const PAUSE_MS = 20

interface Expected {
  count?: number
  /** A part of the statements' text. */
  text?: string
  timeoutMs?: number
}

/** Waits until this many statements of the database wait for a lock, one by default. */
export async function waitForBlockedStatements(
  db: Queryable,
  { count = 1, text = '', timeoutMs = TIMEOUT_MS }: Expected = {},
): Promise<void> {
  const endsAt = performance.now() + timeoutMs
  while ((await countBlockedStatements(db, text)) < count) {
    if (performance.now() > endsAt)
      throw new Error(`Fewer statements than ${count} wait for a lock after ${timeoutMs} ms`)
    await sleep(PAUSE_MS)
  }
}

export async function countBlockedStatements(db: Queryable, text = ''): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${text}%`}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
