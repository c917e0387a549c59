import type pg from 'pg'
import { runInTransaction } from './run-in-transaction.ts'
import type { SqlFile } from './sql-files.ts'

const CREATE_TABLE = `
  create table if not exists applied_functions (
    name text primary key,
    checksum text not null,
    earlier_checksums text[] not null default '{}',
    applied_at timestamptz(3) not null default now()
  )`

/**
 * Applies the function files whose text differs from what this database has, all of them or none. The checksums of earlier texts are
 * kept: a process of the previous release is ready on the functions of a newer one.
 */
export async function applyFunctions(
  client: pg.Client,
  files: SqlFile[],
  onLine: (line: string) => void,
): Promise<void> {
  await client.query(CREATE_TABLE)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from applied_functions',
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = files.filter(({ name, checksum }) => applied.get(name) !== checksum)
  if (changed.length === 0) return

  const applyAll = async () => {
    // Bodies are not checked, so that a function may call one whose file comes later.
    await client.query('set local check_function_bodies = off')
    for (const { name, text, checksum } of changed) {
      await client.query(text)
      await client.query(
        `insert into applied_functions (name, checksum) values ($1, $2)
         on conflict (name) do update set checksum = excluded.checksum, applied_at = now(),
           earlier_checksums = array_append(
             array_remove(applied_functions.earlier_checksums, applied_functions.checksum), applied_functions.checksum)`,
        [name, checksum],
      )
    }
  }
  await runInTransaction(client, applyAll, { onLine })
  onLine(`functions: ${changed.map(({ name }) => name).join(', ')}`)
}
