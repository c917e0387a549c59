import { createHash } from 'node:crypto'
import type { Compilable } from 'kysely'
import type { QueryConfig, QueryResultRow } from 'pg'
import type { Database } from './database.ts'

/** Longer than PostgreSQL's own limit: it ends the wait for a server that no longer answers at all. */
const QUERY_TIMEOUT_MS = 6_000

/** Stands in a query for a value that is known only when the query runs. */
class Slot {
  readonly key: string

  constructor(key: string) {
    this.key = key
  }
}

/**
 * A query that Kysely builds once and PostgreSQL plans once per connection: for calls hot enough that
 * building the text costs more than running it. `slot('name')` marks where `run` puts its values.
 */
export function prepare<Input extends object, Row extends QueryResultRow>(
  build: (slot: <Key extends keyof Input & string>(key: Key) => Input[Key]) => Compilable<Row>,
) {
  const { sql, parameters } = build(<Key extends keyof Input & string>(key: Key) => {
    // The only lie in here: Kysely passes parameters through untouched, so a Slot survives to `run`.
    return new Slot(key) as unknown as Input[Key]
  }).compile()
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)

  return {
    sql,
    async run({ pool }: Database, input: Input): Promise<Row[]> {
      const values = parameters.map((value) =>
        value instanceof Slot ? input[value.key as keyof Input] : value,
      )
      // pg takes a time limit per query, after which the pool drops the connection; its types do not say so.
      const query = { name, text: sql, values, query_timeout: QUERY_TIMEOUT_MS } as QueryConfig
      const { rows } = await pool.query<Row>(query)
      return rows
    },
  }
}
