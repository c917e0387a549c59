import { runMigrations as migrateJobQueue } from 'graphile-worker'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Database } from './database.ts'
import { applyFunctions } from './migrator/apply-functions.ts'
import { listOtherReleases } from './migrator/connected-releases.ts'
import { openMigrationSession } from './migrator/migration-session.ts'
import { readFunctionFiles, readSqlFiles, type SqlFile } from './migrator/sql-files.ts'
import {
  listAppliedMigrations,
  listPendingMigrations,
  runMigrations,
} from './migrator/run-migrations.ts'
import { recordFinishedUpgrade, startUpgrade } from './migrator/upgrade-records.ts'

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url)
const AFTER_FOLDER = 'after/'

interface Options {
  migrationsFolder?: URL
  /** The folder of sources whose SQL functions are applied. */
  functionsSource?: URL
  /** The version of the program, which `-- needs` of later migrations names. */
  version?: string
  /** Receives a line for every step and every wait. */
  onLine?: (line: string) => void
}

/**
 * Runs the migrations that have not run yet, then applies the SQL functions that changed, then the job queue's own migrations.
 * There are no "down" migrations: mistakes are fixed forward, and each migration must work while the previous code serves.
 * On a new database no previous code can be serving, so the migrations of `after/` run at once.
 */
export async function migrateDatabase(db: Database, options: Options = {}): Promise<void> {
  const { onLine = ignoreLine } = options
  await using session = await openMigrationSession(db.pool, onLine)
  const { client } = session
  const files = await readMigrations(options)
  const applied = await listAppliedMigrations(client)
  const pending = listPendingMigrations(files.before, applied)
  const upgrade = await startUpgrade(client, options.version ?? packageFile.version, applied.size)
  await runMigrations(client, pending, upgrade, onLine)
  await applyFunctions(client, readFunctionFiles(options.functionsSource), onLine)
  await migrateJobQueue({ pgPool: db.pool })
  if (!upgrade.isNewDatabase) return
  await runMigrations(client, listPendingMigrations(files.after, applied), upgrade, onLine)
  await recordFinishedUpgrade(client)
}

/**
 * Runs the migrations of `after/`, which remove what only older programs use. Refused while a process of another release is connected,
 * and before the other migrations have run.
 */
export async function finishUpgrade(
  db: Database,
  options: Options & { release: string },
): Promise<void> {
  const { release, onLine = ignoreLine } = options
  await using session = await openMigrationSession(db.pool, onLine)
  const { client } = session
  const files = await readMigrations(options)
  const applied = await listAppliedMigrations(client)
  const [unapplied] = listPendingMigrations(files.before, applied)
  if (unapplied) throw new Error(`${unapplied.name} has not run: run migrate without --after first`)
  const others = await listOtherReleases(client, release)
  if (others.length > 0)
    throw new Error(
      `processes of another release than ${release} are connected, stop them first: ${others.join(', ')}`,
    )
  const upgrade = await startUpgrade(client, options.version ?? packageFile.version, applied.size)
  await runMigrations(client, listPendingMigrations(files.after, applied), upgrade, onLine)
  await recordFinishedUpgrade(client)
}

async function readMigrations({ migrationsFolder = MIGRATIONS_FOLDER }: Options): Promise<{
  before: SqlFile[]
  after: SqlFile[]
}> {
  const afterFolder = new URL(AFTER_FOLDER, migrationsFolder)
  return {
    before: await readSqlFiles(migrationsFolder),
    // Names with their folder come after all others in the table, where an older migrator expects those of newer releases.
    after: await readSqlFiles(afterFolder, AFTER_FOLDER),
  }
}

function ignoreLine(): void {}
