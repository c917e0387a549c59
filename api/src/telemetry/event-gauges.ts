import { sql, type RawBuilder } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'

/** The state of the event queue, read from its tables, so that every process shows it whether it has a worker or not. */
export function registerEventGauges(registry: Registry, db: Database): void {
  registry.registerMetric(
    new Gauge({
      name: 'dolph_events_oldest_age_seconds',
      help: 'Age of the oldest event that waits for a subscriber; 0 if none waits',
      registers: [],
      async collect() {
        this.set(await readNumber(db, SELECT_OLDEST_AGE))
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'dolph_failed_events',
      help: 'Events parked in failed_events, which an operator has to replay',
      registers: [],
      async collect() {
        this.set(await readNumber(db, sql`select count(*) as value from failed_events`))
      },
    }),
  )
}

const SELECT_OLDEST_AGE = sql<{ value: number }>`
  select greatest(0, extract(epoch from clock_timestamp() - uuid_v7_time(id)))::float8 as value
  from events order by id limit 1`

/** Without PostgreSQL the value is unknown, and the other metrics are still served. */
async function readNumber(db: Database, query: RawBuilder<{ value: number }>): Promise<number> {
  try {
    return (await query.execute(db)).rows[0]?.value ?? 0
  } catch {
    return Number.NaN
  }
}
