import { createHash } from 'node:crypto'
import type { Compilable, RawBuilder } from 'kysely'
import type { QueryConfig, QueryResultRow } from 'pg'
import { queryCompiler, type Database } from './database.ts'

/** Longer than PostgreSQL's own limit: it ends the wait for a server that no longer answers at all. */
const QUERY_TIMEOUT_MS = 6_000

/** A query written as SQL, for `prepare`. */
export function toCompilable<Row extends QueryResultRow>(query: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => query.compile(queryCompiler) }
}

/** Stands in a query for a value that is known only when the query runs. */
class Placeholder {
  readonly key: string

  constructor(key: string) {
    this.key = key
  }
}

/** Marks where a value goes. A text asks only for values that its shape has, so none of them is null. */
export type PlaceholderFactory<Input> = <Key extends keyof Input & string>(
  key: Key,
) => NonNullable<Input[Key]>

/**
 * A query that Kysely builds once and PostgreSQL plans once per connection: for calls hot enough that
 * building the text costs more than running it. `slot('name')` marks where `run` puts its values. In SQL a null is
 * of any type, so a slot is never typed as one.
 */
export function prepareStatement<Input extends object, Row extends QueryResultRow>(
  build: (
    slot: <Key extends keyof Input & string>(key: Key) => NonNullable<Input[Key]>,
  ) => Compilable<Row>,
) {
  const { sql, parameters } = build(<Key extends keyof Input & string>(key: Key) => {
    // The only lie in here: Kysely passes parameters through untouched, so a Slot survives to `run`.
    return new Placeholder(key) as unknown as NonNullable<Input[Key]>
  }).compile()
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)

  const bindValues = (input: Input): unknown[] =>
    parameters.map((value) =>
      value instanceof Placeholder ? input[value.key as keyof Input] : value,
    )

  return {
    sql,
    /** What `run` puts for $1, $2 and so on. */
    bindValues,
    async run({ pool }: Database, input: Input): Promise<Row[]> {
      const values = bindValues(input)
      // pg takes a time limit per query, after which the pool drops the connection; its types do not say so.
      const query = { name, text: sql, values, query_timeout: QUERY_TIMEOUT_MS } as QueryConfig
      const { rows } = await pool.query<Row>(query)
      return rows
    },
  }
}

/** Statements of one kind, one for each shape that a query can have; each is prepared when it is first asked for. */
export function createStatementCache<Statement>() {
  const known = new Map<string, Statement>()
  return (shape: string, build: () => Statement): Statement => {
    const statement = known.get(shape) ?? build()
    known.set(shape, statement)
    return statement
  }
}
