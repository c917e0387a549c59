import { sql, type Insertable } from 'kysely'
import type { Queryable } from '../database.ts'
import type { Tables } from '../tables.ts'

const INSERT_BATCH_SIZE = 2_000

/** An id for each time, in the same order. */
export async function createIds(tx: Queryable, times: Date[]): Promise<string[]> {
  if (times.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select uuid_v7(at) as id
    from unnest(${times.map((time) => time.toISOString())}::timestamptz[]) with ordinality as time(at, nth)
    order by nth
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function insertInBatches<Table extends keyof Tables>(
  tx: Queryable,
  table: Table,
  rows: Insertable<Tables[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_BATCH_SIZE) {
    await tx
      .insertInto(table)
      .values(rows.slice(start, start + INSERT_BATCH_SIZE))
      .execute()
  }
}
