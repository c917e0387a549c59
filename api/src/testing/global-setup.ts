import { sql } from 'kysely'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createBucket } from './test-storage.ts'
import { openServer, TEMPLATE, urlOf } from './test-database.ts'

/** Migrates once into a template database; every test clones it. */
export default async function setup(): Promise<void> {
  await using server = openServer()
  await sql.raw(`drop database if exists ${TEMPLATE} with (force)`).execute(server)
  await sql.raw(`create database ${TEMPLATE}`).execute(server)
  await using db = openDatabase(urlOf(TEMPLATE), { statementTimeoutMs: 0 })
  await migrate(db)
  await createBucket()
}
