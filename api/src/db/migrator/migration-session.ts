import pg from 'pg'
import { acquireMigrationLock } from './migration-lock.ts'

/**
 * Opens a connection that alone migrates this database; `await using` ends it, which releases the lock. It has not the timeouts of the
 * pool: an index takes as long as it takes.
 */
export async function openMigrationSession(
  pool: pg.Pool,
  onLine: (line: string) => void,
): Promise<{ client: pg.Client } & AsyncDisposable> {
  const client = new pg.Client({
    connectionString: pool.options.connectionString,
    application_name: 'dolph-migrate',
  })
  // A lost connection fails the query that is under way; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  const session = { client, [Symbol.asyncDispose]: () => client.end() }
  try {
    await acquireMigrationLock(client, onLine)
    return session
  } catch (error) {
    await client.end()
    throw error
  }
}
