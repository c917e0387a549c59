import { sql, type Insertable } from 'kysely'
import type { Queryable } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'

const INSERT_BATCH_SIZE = 2_000

/** An id for each time, in the same order. The same times have the same ids: the drawn covers of posts follow from them. */
export async function createIds(tx: Queryable, times: Date[]): Promise<string[]> {
  if (times.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select (left(uuid_v7(at)::text, 19) || overlay(substr(md5(extract(epoch from at)::text || '/' || nth)::uuid::text, 20) placing '8' from 1 for 1))::uuid as id
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
