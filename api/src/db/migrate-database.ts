import { runMigrations as migrateJobQueue } from 'graphile-worker'
import pg from 'pg'
import type { Database } from './database.ts'
import { applyFunctions } from './migrator/apply-functions.ts'
import { acquireMigrationLock } from './migrator/migration-lock.ts'
import { readSqlFiles } from './migrator/sql-files.ts'
import { runMigrations } from './migrator/run-migrations.ts'

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url)
const FUNCTIONS_FOLDER = new URL('./functions/', import.meta.url)

interface Options {
  migrationsFolder?: URL
  functionsFolder?: URL
  /** Receives a line for every step and every wait. */
  onLine?: (line: string) => void
}

/**
 * Runs the migrations that have not run yet, then applies the SQL functions that changed, then the job queue's own migrations.
 * There are no "down" migrations: mistakes are fixed forward, and each migration must work while the previous code serves.
 */
export async function migrateDatabase(db: Database, options: Options = {}): Promise<void> {
  const {
    migrationsFolder = MIGRATIONS_FOLDER,
    functionsFolder = FUNCTIONS_FOLDER,
    onLine = ignoreLine,
  } = options
  // Its own connection, without the timeouts of the pool: a backfill or an index takes as long as it takes.
  const client = new pg.Client({ connectionString: db.pool.options.connectionString })
  await client.connect()
  try {
    await acquireMigrationLock(client, onLine)
    await runMigrations(client, await readSqlFiles(migrationsFolder), onLine)
    await applyFunctions(client, await readSqlFiles(functionsFolder), onLine)
    await migrateJobQueue({ pgPool: db.pool })
  } finally {
    // Ends the session, which releases the lock.
    await client.end()
  }
}

function ignoreLine(): void {}
