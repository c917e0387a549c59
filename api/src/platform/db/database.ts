import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'
import { wrapClient } from './wrap-client.ts'
import { wrapPool } from './wrap-pool.ts'

const QUERY_TIMEOUT_MARGIN_MS = 1_000
const READ_ONLY = ' -c default_transaction_read_only=on'

/** The database or a transaction. Query functions take it, so that they join the transaction of their caller. */
export type Queryable = Kysely<Tables>

/** The open database. `pool` is for prepared statements and jobs, which never run inside a Kysely transaction. */
export class Database extends Kysely<Tables> {
  readonly pool: pg.Pool
  readonly identity = this

  constructor(pool: pg.Pool) {
    super({ dialect: new PostgresDialect({ pool }) })
    this.pool = pool
  }

  /** Kysely closes the pool only if Kysely has used it; prepared statements and jobs use it directly. */
  override async destroy(): Promise<void> {
    await super.destroy()
    if (!this.pool.ended) await this.pool.end()
  }
}

/** Compiles queries to SQL text and never connects: for prepared statements. */
export const queryCompiler: Queryable = new Kysely<Tables>({
  dialect: new PostgresDialect({
    pool: () => Promise.reject(new Error('queryCompiler has no connection')),
  }),
})

// The driver returns ISO strings and plain numbers, as the contract uses them: a row can be a reply without mapping.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date has no time zone, so it stays a text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

interface Options {
  poolSize?: number
  /** 0 disables the timeout, as migrations need, also one that is set for the database. */
  statementTimeoutMs?: number
  /** Shown by pg_stat_activity, so that operators see which process and release a connection belongs to. */
  applicationName?: string
  /** Refuses every statement that writes or locks. */
  isReadOnly?: boolean
  /** A longer wait for a connection counts as an outage, and the caller gets a 503. */
  connectionTimeoutMs?: number
  onError?: (error: Error) => void
}

export function openDatabase(url: string, options: Options = {}): Database {
  const { poolSize = 10, statementTimeoutMs = 5_000, applicationName = 'dolph' } = options
  const { isReadOnly = false, connectionTimeoutMs = 2_000, onError = ignoreError } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // One connection stays open while the process is idle: `migrate --after` finds processes by their connections.
    min: 1,
    application_name: applicationName,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // Longer than the statement timeout: it ends only what the server does not answer at all, for example a frozen one.
    ...(statementTimeoutMs > 0 && { query_timeout: statementTimeoutMs + QUERY_TIMEOUT_MARGIN_MS }),
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 5_000,
    // JIT compilation takes longer than any of our queries.
    options: `-c jit=off${statementTimeoutMs === 0 ? ' -c statement_timeout=0' : ''}${isReadOnly ? READ_ONLY : ''}`,
  })
  // Without both listeners, one dropped connection would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    wrapClient(client)
  })
  pool.on('error', onError)
  wrapPool(pool)
  return new Database(pool)
}

function ignoreError(): void {}
