import type { QueryConfig } from 'pg'
import type { Database } from '../platform/db/database.ts'
import type { Readers } from '../platform/db/standbys/readers.ts'

/** The functions of `sql/` that take advisory locks. */
export const LOCKING_FUNCTIONS = ['lock_if_unblocked', 'lock_request_notifications']
const REFUSED = new RegExp(`advisory|pg_notify|temp table|${LOCKING_FUNCTIONS.join('|')}`, 'u')

/**
 * Reads on connections that refuse to write or lock rows, as a standby does, but of the same database: in every test a read that could
 * not run on a standby fails. Advisory locks are refused too: a standby grants them, and they exclude nobody on the primary; and what a
 * standby refuses beyond writing.
 */
export function createReadOnlyReaders(db: Database, readDb: Database): Readers {
  const query = async (statement: QueryConfig) => {
    if (REFUSED.test(statement.text))
      throw new Error(`This statement must not run on a standby: ${statement.text}`)
    return readDb.pool.query(statement)
  }
  // What a process remembers of the database is remembered once.
  const reader = { pool: { query }, identity: db }
  return {
    everybody: reader,
    forCaller: () => reader,
    confirmMissing: async (read) => (await read(reader)) ?? read(db),
    haveStandbys: true,
  }
}
