import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** Arbitrary, and the same in every release: migrators of two releases exclude each other. */
const LOCK_KEY = '3853314791062309107'
const POLL_MS = 250

/**
 * Waits until no other process migrates this database. The lock is held until the session ends.
 * Polls instead of waiting in PostgreSQL: a waiting statement holds a snapshot, for whose end `create index concurrently` of the
 * other process would wait in turn.
 */
export async function acquireMigrationLock(
  client: pg.Client,
  onLine: (line: string) => void,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ acquired: boolean }>(
      `select pg_try_advisory_lock(${LOCK_KEY}) as acquired`,
    )
    if (rows[0]?.acquired) return
    if (isFirst) onLine('waiting: another process migrates this database')
    await wait(POLL_MS)
  }
}
