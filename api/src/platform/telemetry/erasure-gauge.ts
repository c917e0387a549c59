import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'

/** How long the oldest erasure has waited for the backup store. Always 0 on a server without one. */
export function registerErasureGauge(registry: Registry, db: Database, config: Config): void {
  const hasStore = config.BACKUP_S3_BUCKET !== undefined || config.BACKUP_FOLDER !== undefined
  registry.registerMetric(
    new Gauge({
      name: 'erasures_unshipped_seconds',
      help: 'Age of the oldest erasure that is not in the backup store yet; 0 if none waits',
      registers: [],
      async collect() {
        this.set(hasStore ? await readUnshippedSeconds(db) : 0)
      },
    }),
  )
}

/** Without PostgreSQL the value is unknown, and the other metrics are still served. */
async function readUnshippedSeconds(db: Database): Promise<number> {
  try {
    const { rows } = await sql<{ age: number }>`
      select greatest(0, extract(epoch from clock_timestamp() - uuid_v7_time(id)))::float8 as age
      from erasures where shipped_at is null order by id limit 1
    `.execute(db)
    return rows[0]?.age ?? 0
  } catch {
    return Number.NaN
  }
}
