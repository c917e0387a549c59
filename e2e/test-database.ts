import pg from 'pg'
import { PORTS } from './ports.ts'

/** The databases of the served product; tests use them directly for fixtures and checks. */
const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const DATABASE_NAME = `dolph_e2e_${PORTS.app}`
export const DATABASE_URL = new URL(`/${DATABASE_NAME}`, SERVER_URL).href
export const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379/14'

export async function recreateDatabase(): Promise<void> {
  await runQuery(SERVER_URL, `drop database if exists ${DATABASE_NAME} with (force)`)
  await runQuery(SERVER_URL, `create database ${DATABASE_NAME}`)
}

/** Waits until the cache of public pages, which lasts a second, has expired. */
export async function waitForPageCacheExpiry(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_100))
}

async function runQuery(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
