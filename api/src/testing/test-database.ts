import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase, type Database } from '../db/database.ts'

export const TEMPLATE = 'dolph_test_template'
const SERVER = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export const databaseAddress = {
  host: new URL(SERVER).hostname,
  port: Number(new URL(SERVER).port || 5432),
}

export function urlOf(database: string): string {
  return new URL(`/${database}`, SERVER).href
}

/** The server itself, for creating and dropping databases. */
export function openServer(): Database {
  return openDatabase(SERVER, { poolSize: 1, statementTimeoutMs: 0 })
}

/** A private copy of the migrated schema, dropped by `await using`. */
export async function cloneDatabase(template = TEMPLATE) {
  const name = `dolph_test_${randomBytes(6).toString('hex')}`
  const server = openServer()
  await sql.raw(`create database ${name} template ${template}`).execute(server)
  const url = urlOf(name)
  const db = openDatabase(url)
  return {
    db,
    url,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await sql.raw(`drop database ${name} with (force)`).execute(server)
      await server.destroy()
    },
  }
}
