import type { Client } from 'pg'
import { timeStep } from './time-step.ts'

interface Index {
  name: string
  definition: string
}

/** Drops the secondary indexes while `load` runs: building them once at the end is several times faster. */
export async function runWithoutIndexes(
  client: Client,
  tables: string[],
  load: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<Index>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and relname = any($1)
      and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await load()
  // pg_get_indexdef says ON ONLY for a partitioned table, which would not index its partitions.
  for (const { name, definition } of rows) {
    await timeStep(name, () => client.query(definition.replace(' ON ONLY ', ' ON ')))
  }
}

/** The same for the primary key of a table that no foreign key refers to. */
export async function runWithoutPrimaryKey(
  client: Client,
  table: string,
  load: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<Index>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = $1::regclass and contype = 'p'`,
    [table],
  )
  for (const { name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  await load()
  for (const { name, definition } of rows) {
    await timeStep(name, () =>
      client.query(`alter table ${table} add constraint ${name} ${definition}`),
    )
  }
}
