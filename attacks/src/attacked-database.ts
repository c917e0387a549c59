import { randomBytes } from 'node:crypto'
import { openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import pg from 'pg'

const TEST_SERVER_URL =
  process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Creates a migrated database of its own on a server; `await using` drops it. */
export async function createAttackedDatabase(serverUrl = TEST_SERVER_URL) {
  const name = `dolph_test_attack_${randomBytes(6).toString('hex')}`
  await runStatement(serverUrl, `create database ${name}`)
  const url = new URL(`/${name}`, serverUrl).href
  const db = openDatabase(url)
  await migrateDatabase(db)
  return {
    db,
    url,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await runStatement(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
