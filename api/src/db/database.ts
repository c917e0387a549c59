import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** The database or a transaction of it: what a query function takes, so that it joins its caller's transaction. */
export type Queryable = Kysely<Tables>

/** The open database. `pool` is for prepared statements and jobs, which never run inside a transaction of ours. */
export class Database extends Kysely<Tables> {
  readonly pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ dialect: new PostgresDialect({ pool }) })
    this.pool = pool
  }

  /** Kysely closes the pool only if it has used it itself; prepared statements and jobs go around it. */
  override async destroy(): Promise<void> {
    await super.destroy()
    if (!this.pool.ended) await this.pool.end()
  }
}

/** Writes texts of queries and never connects: for statements that are prepared once. */
export const queryCompiler: Queryable = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('This only compiles')) }),
})

// The contract speaks ISO strings and plain numbers, so the driver does too:
// a row can be a reply without a mapping step.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

interface Options {
  poolSize?: number
  /** 0 waits for ever, as migrations must. */
  statementTimeoutMs?: number
  onError?: (error: Error) => void
}

export function openDatabase(url: string, options: Options = {}): Database {
  const { poolSize = 10, statementTimeoutMs = 5_000, onError = ignoreError } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // Waiting longer than this for a connection is an outage, and the caller is told so.
    connectionTimeoutMillis: 2_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 5_000,
    // Compiling a plan takes longer than running any of ours.
    options: '-c jit=off',
  })
  // Without both listeners, one dropped connection ends the process.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', onError)
  return new Database(pool)
}

function ignoreError(): void {}
