import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queryable } from '../platform/db/database.ts'

const LAG_MAX_BYTES = 16 * 1024 * 1024
const POLL_MS = 500

/** Waits while a standby is far behind, so that a long repair does not make a failover lose or delay what members write. */
export async function waitForReplicas(
  db: Queryable,
  onProgress: (line: string) => void,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    // Without the right to read it, the position of a standby is null.
    const { rows } = await sql<{ lag: number | null }>`
      select max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::float8 as lag from pg_stat_replication
    `.execute(db)
    const lag = rows[0]?.lag ?? 0
    if (lag <= LAG_MAX_BYTES) return
    if (isFirst) onProgress(`waiting: a standby is ${Math.round(lag / 1024 / 1024)} MB behind`)
    await wait(POLL_MS)
  }
}
