import { openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { seedDatabase } from '@dolph/api/seed/seed'
import { openFolderStore } from '@dolph/api/platform/storage/folder-store'
import pg from 'pg'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { maintenanceUrl } from './preflight-checks.ts'
import type { Settings } from './settings.ts'

const API_FOLDER = fileURLToPath(new URL('../../api/', import.meta.url))

/** Creates, migrates and seeds the database as needed, and reports what was done. */
export async function prepareDatabase(
  { databaseUrl, filesFolder }: Pick<Settings, 'databaseUrl' | 'filesFolder'>,
  onLine: (line: string) => void,
): Promise<void> {
  if (await createDatabaseIfMissing(databaseUrl))
    onLine(`Created the database ${readDatabaseName(databaseUrl)}`)

  await using db = openDatabase(databaseUrl, { poolSize: 2, statementTimeoutMs: 0 })
  await migrateDatabase(db)
  const post = await db.selectFrom('posts').select('id').limit(1).executeTakeFirst()
  if (post) return
  await seedDatabase(db, new Date(), {
    secret: process.env['SECRET'],
    // The folder is relative to the API. With S3 storage, the sample members and posts have no pictures.
    files: filesFolder ? openFolderStore(join(API_FOLDER, filesFolder)) : undefined,
  })
  onLine('Filled it with sample members and posts')
}

async function createDatabaseIfMissing(databaseUrl: string): Promise<boolean> {
  const name = readDatabaseName(databaseUrl)
  const client = new pg.Client({ connectionString: maintenanceUrl(databaseUrl) })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return false
    await client.query(`create database ${client.escapeIdentifier(name)}`)
    return true
  } finally {
    await client.end()
  }
}

function readDatabaseName(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
}
