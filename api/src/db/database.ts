import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** The database or a transaction. Query functions take it, so that they join the transaction of their caller. */
export type Queryable = Kysely<Tables>

/** The open database. `pool` is for prepared statements and jobs, which never run inside a Kysely transaction. */
export class Database extends Kysely<Tables> {
  readonly pool: pg.Pool

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

interface Options {
  poolSize?: number
  /** 0 disables the timeout, as migrations need. */
  statementTimeoutMs?: number
  onError?: (error: Error) => void
}

export function openDatabase(url: string, options: Options = {}): Database {
  const { poolSize = 10, statementTimeoutMs = 5_000, onError = ignoreError } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // A longer wait for a connection counts as an outage, and the caller gets a 503.
    connectionTimeoutMillis: 2_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 5_000,
    // JIT compilation takes longer than any of our queries.
    options: '-c jit=off',
  })
  // Without both listeners, one dropped connection would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', onError)
  return new Database(pool)
}

function ignoreError(): void {}
