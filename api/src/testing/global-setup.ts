import { sql } from 'kysely'
import { openDatabase } from '../platform/db/database.ts'
import { migrateDatabase } from '../platform/db/migrate-database.ts'
import { createTestBucket } from './servers/test-storage.ts'
import {
  dropTestDatabases,
  openMaintenanceDatabase,
  TEMPLATE_DATABASE,
  buildDatabaseUrl,
} from './test-database.ts'

/** Migrates a template database once; every test database is a copy of it. */
export default async function setup(): Promise<() => Promise<void>> {
  await dropTestDatabases()
  await using server = openMaintenanceDatabase()
  await sql.raw(`drop database if exists ${TEMPLATE_DATABASE} with (force)`).execute(server)
  await sql.raw(`create database ${TEMPLATE_DATABASE}`).execute(server)
  await using db = openDatabase(buildDatabaseUrl(TEMPLATE_DATABASE), { statementTimeoutMs: 0 })
  await migrateDatabase(db)
  await createTestBucket()
  return dropTestDatabases
}
