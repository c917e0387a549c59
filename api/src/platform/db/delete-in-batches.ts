import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from './database.ts'
import type { Tables } from './tables.ts'

const BATCH_SIZE = 1_000

/**
 * Deletes the rows that match, each batch in a statement of its own: a single statement over millions of rows would exceed the
 * statement timeout, delete nothing, and fail again the next time.
 */
export async function deleteInBatches(
  db: Queryable,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
  batchSize = BATCH_SIZE,
): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${condition} limit ${batchSize}))
    `.execute(db)
    if (numAffectedRows < batchSize) return
  }
}
