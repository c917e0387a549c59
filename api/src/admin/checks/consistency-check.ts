import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'

/** Something that is stored twice, or refers to something else, and must agree. */
export interface ConsistencyCheck {
  name: string
  summary: string
  /** What sorts before every key that is walked; by default the lowest id. */
  first?: string
  /** Looks at a part of the rows; `next` is where the next part begins, or null at the end. */
  findFaults: (deps: Deps, after: string) => Promise<{ faults: Fault[]; next: string | null }>
}

export interface Fault {
  /** An id, so that the operator can look. */
  subject: string
  problem: string
  /** Mends it under the locks that the API takes. False if that was not possible. */
  repair: (deps: Deps) => Promise<boolean>
}

interface RangeCheck<Row> {
  name: string
  summary: string
  /** The table and the column whose ids are walked. */
  table: string
  column: string
  /** The name of the table in `select`, if it has another there. */
  alias?: string
  /** How many rows of the table one statement looks at: it must take far less than a second. */
  size: number
  /** Selects the faulty rows of a range: `where ${range} and …`. */
  select: (range: RawBuilder<boolean>) => RawBuilder<Row>
  describe: (row: Row) => Fault
}

/** A check that walks a table in ranges of ids. One statement has one snapshot, so that it sees no half of a transaction. */
export function defineRangeCheck<Row>(check: RangeCheck<Row>): ConsistencyCheck {
  const { name, summary, table, column, alias = table, size, select, describe } = check
  const id = sql.ref(`${alias}.${column}`)
  return {
    name,
    summary,
    async findFaults({ db }, after) {
      const next = await findRangeEnd(db, { table, column, size }, after)
      const range = sql<boolean>`${id} > ${after}::uuid and (${next}::uuid is null or ${id} <= ${next}::uuid)`
      const { rows } = await select(range).execute(db)
      return { faults: rows.map(describe), next }
    },
  }
}

async function findRangeEnd(
  db: Queryable,
  { table, column, size }: Pick<RangeCheck<unknown>, 'table' | 'column' | 'size'>,
  after: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(column)} as id from ${sql.table(table)}
    where ${sql.ref(column)} > ${after}::uuid order by 1 limit 1 offset ${size - 1}
  `.execute(db)
  return rows[0]?.id ?? null
}
