import { createHash } from 'node:crypto'
import { CompiledQuery, type Compilable, type RawBuilder } from 'kysely'
import type { QueryResultRow } from 'pg'
import { getTraceParent } from '../telemetry/tracing/tracer.ts'
import { Database, queryCompiler, type Queryable } from './database.ts'
import type { Reader } from './reader.ts'

type BuildStatement<Input, Row> = (
  placeholder: <Key extends keyof Input & string>(key: Key) => NonNullable<Input[Key]>,
) => Compilable<Row>

export interface PreparedStatement<Input, Row, Source extends Reader> {
  sql: string
  /** The values for $1, $2 and so on. */
  bindValues: (input: Input) => unknown[]
  run: (db: Source, input: Input) => Promise<Row[]>
  /** Runs as a part of a transaction, planned again. */
  runInTransaction: (tx: Queryable, input: Input) => Promise<Row[]>
}

/** A query written as SQL, for `prepareStatement`. */
export function toCompilable<Row extends QueryResultRow>(query: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => query.compile(queryCompiler) }
}

/** A value that is known only when the query runs. */
class Placeholder {
  readonly key: string

  constructor(key: string) {
    this.key = key
  }
}

/** Marks where a value goes. Typed as non-null because Kysely rejects null operands; the bound value may still be null. */
export type PlaceholderFactory<Input> = <Key extends keyof Input & string>(
  key: Key,
) => NonNullable<Input[Key]>

/**
 * A query that Kysely builds once and PostgreSQL plans once per connection: for queries so frequent that building the
 * text costs more than running it. `placeholder('name')` marks where `run` puts the value. It is typed as non-null because
 * Kysely rejects null operands; the bound value may still be null (`tempId`, `since`). A statement that may insert events, also by
 * a function or a trigger, says so: in a trace it then runs in a transaction, which alone knows the events' place in the trace. All
 * others take any reader; one that writes fails on a standby.
 */
export function prepareStatement<Input extends object, Row extends QueryResultRow>(
  build: BuildStatement<Input, Row>,
  options: { insertsEvents: true },
): PreparedStatement<Input, Row, Database>
export function prepareStatement<Input extends object, Row extends QueryResultRow>(
  build: BuildStatement<Input, Row>,
): PreparedStatement<Input, Row, Reader>
export function prepareStatement<Input extends object, Row extends QueryResultRow>(
  build: BuildStatement<Input, Row>,
  { insertsEvents = false } = {},
): PreparedStatement<Input, Row, Reader> {
  const { sql, parameters } = build(<Key extends keyof Input & string>(key: Key) => {
    // This cast is safe: Kysely passes parameters through untouched, so `run` receives the Placeholder.
    return new Placeholder(key) as unknown as NonNullable<Input[Key]>
  }).compile()
  if (sql.includes('insert into events') && !insertsEvents)
    throw new Error(`A statement does not say that it inserts events: ${sql}`)
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)

  const bindValues = (input: Input): unknown[] =>
    parameters.map((value) =>
      value instanceof Placeholder ? input[value.key as keyof Input] : value,
    )

  async function runInTransaction(tx: Queryable, input: Input): Promise<Row[]> {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(sql, bindValues(input)))
    // The types of the rows are those of the statement, which neither Kysely nor the driver knows.
    return rows as Row[]
  }

  return {
    sql,
    bindValues,
    async run(db: Reader, input: Input): Promise<Row[]> {
      if (insertsEvents && getTraceParent() !== undefined && db instanceof Database)
        return db.transaction().execute(async (tx) => runInTransaction(tx, input))
      const { rows } = await db.pool.query({ name, text: sql, values: bindValues(input) })
      return rows as Row[]
    },
    runInTransaction,
  }
}

/** A cache of statements, one for each shape of a query; each is prepared on first use. */
export function createStatementCache<Statement>() {
  const statements = new Map<string, Statement>()
  return (shape: string, build: () => Statement): Statement => {
    const statement = statements.get(shape) ?? build()
    statements.set(shape, statement)
    return statement
  }
}
