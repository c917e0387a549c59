import { sql } from 'kysely'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createBucket } from './test-storage.ts'
import { dropTestDatabases, openServer, TEMPLATE, urlOf } from './test-database.ts'

/** Migrates once into a template database, of which the databases of tests are copies. */
export default async function setup(): Promise<() => Promise<void>> {
  await dropTestDatabases()
  await using server = openServer()
  await sql.raw(`drop database if exists ${TEMPLATE} with (force)`).execute(server)
  await sql.raw(`create database ${TEMPLATE}`).execute(server)
  await using db = openDatabase(urlOf(TEMPLATE), { statementTimeoutMs: 0 })
  await migrate(db)
  await createBucket()
  return dropTestDatabases
}
