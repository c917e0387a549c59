import { sql } from 'kysely'
import type { Queryable } from '../../db/database.ts'

/**
 * How many bytes the slowest connected replica is behind; 0 without replicas. PostgreSQL hides the positions of replicas from roles
 * that are not members of pg_monitor, and the lag is then 0 too.
 */
export async function readReplicationLagBytes(db: Queryable): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(replay_lsn, flush_lsn))), 0)::bigint as bytes
    from pg_stat_replication
  `.execute(db)
  return rows[0]?.bytes ?? 0
}
