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

/**
 * Makes the clock of the database go on from `now`: what ends or is due in the sample data then looks the same on every day. The
 * schema `public` comes before `pg_catalog`, so that its functions replace the built-in ones. Column defaults are bound when a table
 * is created, so this comes before the migrations.
 */
export async function setDatabaseClock(now: Date): Promise<void> {
  const offset = `interval '${Date.now() - now.getTime()} milliseconds'`
  await runQuery(
    DATABASE_URL,
    `create function public.now() returns timestamptz language sql stable parallel safe
      return pg_catalog.now() - ${offset};
    create function public.clock_timestamp() returns timestamptz language sql volatile parallel safe
      return pg_catalog.clock_timestamp() - ${offset};
    alter database ${DATABASE_NAME} set search_path = public, pg_catalog`,
  )
}

/** Waits until the caches of public pages, in server and browser, which last a second, have expired. A slow machine only waits longer. */
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
