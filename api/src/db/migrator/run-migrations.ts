import type pg from 'pg'
import { runInTransaction } from './run-in-transaction.ts'
import type { SqlFile } from './sql-files.ts'

/** The name is that of Kysely's migrator, which ran migrations before. */
const CREATE_TABLE = `
  create table if not exists kysely_migration (
    name varchar(255) primary key,
    timestamp varchar(255) not null
  )`
const NO_TRANSACTION = /^-- no transaction\s/
const CONCURRENT_INDEX =
  /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/i

/** Runs the files that have not run yet, each in its own transaction or, if its first line says so, without one. */
export async function runMigrations(
  client: pg.Client,
  files: SqlFile[],
  onLine: (line: string) => void,
): Promise<void> {
  await client.query(CREATE_TABLE)
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration')
  const applied = new Set(rows.map(({ name }) => name))
  const pending = listPending(files, applied)
  for (const file of pending) {
    onLine(`migration ${file.name}`)
    const record = () => recordMigration(client, file)
    if (NO_TRANSACTION.test(file.text)) {
      await dropInvalidIndex(client, file)
      await client.query(file.text)
      await record()
    } else {
      const run = async () => {
        await client.query(file.text)
        await record()
      }
      await runInTransaction(client, run, { onLine })
    }
  }
}

/**
 * Files that only the database knows are from a newer release if they come last; this release then starts on its tables.
 * In between, a file was renamed or removed, or a new one got an old date: databases would differ by the order of deployments.
 */
function listPending(files: SqlFile[], applied: Set<string>): SqlFile[] {
  const pending = files.filter(({ name }) => !applied.has(name))
  const lastApplied = files.findLast(({ name }) => applied.has(name))?.name ?? ''
  const late = pending.find(({ name }) => name < lastApplied)
  if (late) throw new Error(`${late.name} comes before ${lastApplied}, which has run: rename it`)
  const known = new Set(files.map(({ name }) => name))
  const missing = [...applied].find((name) => !known.has(name) && name < lastApplied)
  if (missing) throw new Error(`${missing} has run, but its file is missing`)
  return pending
}

async function recordMigration(client: pg.Client, { name }: SqlFile): Promise<void> {
  await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
    name,
    new Date().toISOString(),
  ])
}

/** An interrupted `create index concurrently` leaves an invalid index, which would make the next attempt fail. */
async function dropInvalidIndex(client: pg.Client, { text }: SqlFile): Promise<void> {
  const name = CONCURRENT_INDEX.exec(text)?.[1]
  if (name === undefined) return
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rowCount) await client.query(`drop index concurrently ${client.escapeIdentifier(name)}`)
}
