import type pg from 'pg'
import { readMigrationHeader } from './migration-header.ts'
import { runInTransaction } from './run-in-transaction.ts'
import type { SqlFile } from './sql-files.ts'
import { compareVersions, type UpgradeState } from './upgrade-records.ts'

const CREATE_TABLE = `
  create table if not exists applied_migrations (
    name text primary key,
    applied_at timestamptz(3) not null default now()
  )`
const CONCURRENT_INDEX =
  /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/i

/** The names of all migrations that have run, those of `after/` with their folder. */
export async function listAppliedMigrations(client: pg.Client): Promise<Set<string>> {
  await client.query(CREATE_TABLE)
  const { rows } = await client.query<{ name: string }>('select name from applied_migrations')
  return new Set(rows.map(({ name }) => name))
}

/** Runs the files, each in its own transaction or, if a comment at its top says so, without one. */
export async function runMigrations(
  client: pg.Client,
  files: SqlFile[],
  upgrade: UpgradeState,
  onLine: (line: string) => void,
): Promise<void> {
  // Checked for all files first: a database should not stop between two versions.
  for (const file of files) refuseSkippedVersion(file, upgrade)
  for (const file of files) {
    const { isTransactional, neededBackfill } = readMigrationHeader(file.text)
    if (neededBackfill !== undefined && !upgrade.isNewDatabase)
      await refuseUnfinishedBackfill(client, file, neededBackfill)
    onLine(`migration ${file.name}`)
    if (isTransactional) {
      const run = async () => {
        await client.query(file.text)
        await recordMigration(client, file)
      }
      await runInTransaction(client, run, { onLine })
    } else {
      await dropInvalidIndex(client, file)
      await client.query(file.text)
      await recordMigration(client, file)
    }
  }
}

/**
 * Lists the files that have not run. Files that only the database knows are from a newer release if they come last; this release then
 * starts on its tables. In between, a file was renamed or removed, or a new one got an old date: databases would differ by the order
 * of deployments.
 */
export function listPendingMigrations(files: SqlFile[], applied: Set<string>): SqlFile[] {
  const pending = files.filter(({ name }) => !applied.has(name))
  const lastApplied = files.findLast(({ name }) => applied.has(name))?.name ?? ''
  const late = pending.find(({ name }) => name < lastApplied)
  if (late) throw new Error(`${late.name} comes before ${lastApplied}, which has run: rename it`)
  const known = new Set(files.map(({ name }) => name))
  const firstName = files[0]?.name ?? ''
  const missing = [...applied].find(
    (name) => isSameFolder(name, firstName) && !known.has(name) && name < lastApplied,
  )
  if (missing) throw new Error(`${missing} has run, but its file is missing`)
  return pending
}

function isSameFolder(name: string, other: string): boolean {
  return name.includes('/') === other.includes('/')
}

/** A version that others build on cannot be skipped: its backfills and its `after/` must have run. */
function refuseSkippedVersion({ name, text }: SqlFile, upgrade: UpgradeState): void {
  const { neededVersion } = readMigrationHeader(text)
  const { isNewDatabase, finishedVersion } = upgrade
  if (neededVersion === undefined || isNewDatabase) return
  if (finishedVersion !== undefined && compareVersions(finishedVersion, neededVersion) >= 0) return
  throw new Error(
    `${name} needs version ${neededVersion}, and the last finished upgrade of this database was to ${finishedVersion ?? 'none'}: ` +
      `deploy ${neededVersion} first and finish it with migrate --after`,
  )
}

async function refuseUnfinishedBackfill(
  client: pg.Client,
  { name }: SqlFile,
  backfill: string,
): Promise<void> {
  const { rowCount } = await client.query(
    'select from backfills where name = $1 and done_at is not null',
    [backfill],
  )
  if (rowCount === 0)
    throw new Error(
      `${name} needs the backfill ${backfill}, which is not done: workers of this release run it, try again later`,
    )
}

async function recordMigration(client: pg.Client, { name }: SqlFile): Promise<void> {
  await client.query('insert into applied_migrations (name) values ($1)', [name])
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
