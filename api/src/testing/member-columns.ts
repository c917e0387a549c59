import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'

/** Names of columns that hold the id of a member, for columns without a foreign key. */
const MEMBER_COLUMN_NAME =
  '(^|_)(member|author|actor|sender|recipient|peer|owner|subject|reporter|low|high)_id$'

interface Column {
  table: string
  column: string
  isArray: boolean
  isMemberId: boolean
}

/** Every column of type uuid or uuid[], partitions under the name of their table. `isMemberId` by foreign key or by name. */
async function selectIdColumns(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select relname as table, attname as column, atttypid = 'uuid[]'::regtype as "isArray",
      attname ~ ${MEMBER_COLUMN_NAME} or exists (
        select from pg_constraint
        where contype = 'f' and confrelid = 'members'::regclass and conrelid = pg_class.oid and attnum = any(conkey)
      ) as "isMemberId"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and atttypid in ('uuid'::regtype, 'uuid[]'::regtype)
    order by 1, 2
  `.execute(db)
  return rows
}

/** The columns that may hold the id of a member, as `table.column`. */
export async function findMemberColumns(db: Database): Promise<string[]> {
  const columns = await selectIdColumns(db)
  return columns
    .filter(({ isMemberId }) => isMemberId)
    .map(({ table, column }) => `${table}.${column}`)
}

/** The columns, of all columns of type uuid or uuid[], that hold this id, as `table.column`. */
export async function findColumnsWithId(db: Database, id: string): Promise<string[]> {
  const found: string[] = []
  for (const { table, column, isArray } of await selectIdColumns(db)) {
    const value = isArray ? sql`any (${sql.ref(column)})` : sql.ref(column)
    const { rows } = await sql`
      select from ${sql.table(table)} where ${id} = ${value} limit 1
    `.execute(db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
