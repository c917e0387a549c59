import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Database } from './database.ts'

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Runs every migration that has not run yet, in file-name order, then the job queue's own.
 * There are no "down" migrations: mistakes are fixed forward, and each migration must work while the previous code serves.
 */
export async function migrateDatabase(db: Database): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
  if (error) throw error
  await runMigrations({ pgPool: db.pool })
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql'))
  const entries = files.map(async (name) => {
    const text = await readFile(new URL(name, MIGRATIONS_FOLDER), 'utf8')
    const migration: Migration = { up: async (db) => void (await sql.raw(text).execute(db)) }
    return [name, migration] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
