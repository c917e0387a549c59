import pg from 'pg'
import { acquireMigrationLock } from './migration-lock.ts'

/** Also those that an operator has set for the database. The driver leaves out a timeout of 0. */
const NO_TIMEOUTS =
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0'

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
    options: NO_TIMEOUTS,
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
