import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { MemberErasure } from '../../platform/define-feature.ts'
import type { RelationTable } from './relations.ts'

const BATCH_SIZE = 1_000
const TABLES: readonly RelationTable[] = ['blocks', 'mutes']

/** A member can be blocked and muted by any number of others, so their rows are deleted in batches. */
export const safetyErasure: MemberErasure = {
  deleteBatch: async ({ db }, memberId) => {
    let deleted = 0
    for (const table of TABLES) deleted += await deleteRelations(db, table, memberId)
    return deleted > 0
  },
  hasRows: async (tx, memberId) => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from blocks where member_id = ${memberId})
        or exists (select from blocks where other_id = ${memberId})
        or exists (select from mutes where member_id = ${memberId})
        or exists (select from mutes where other_id = ${memberId}) as found`.execute(tx)
    return rows[0]?.found ?? false
  },
}

async function deleteRelations(
  db: Database,
  table: RelationTable,
  memberId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted as (
      delete from ${sql.table(table)} where (member_id, other_id) in (
        (select member_id, other_id from ${sql.table(table)} where member_id = ${memberId} limit ${sql.lit(BATCH_SIZE)})
        union all
        (select member_id, other_id from ${sql.table(table)} where other_id = ${memberId} limit ${sql.lit(BATCH_SIZE)}))
      returning 1)
    select count(*) as count from deleted`.execute(db)
  return rows[0]?.count ?? 0
}
