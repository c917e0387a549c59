interface PreparedStatement<Values> {
  sql: string
  bindValues: (values: Values) => unknown[]
}

/** Turns a prepared statement into pgbench SQL: each parameter is replaced by a pgbench variable or an SQL expression. */
export function inlineParameters<Values>(
  statement: PreparedStatement<Values>,
  values: Values,
): string {
  const expressions = statement.bindValues(values).map(String)
  return statement.sql.replace(
    /\$(\d+)/g,
    (_, position: string) => expressions[Number(position) - 1] ?? '',
  )
}

/** SQL for the lowest id that a post created at this millisecond can have. */
export function lowestIdSql(ms: string): string {
  return `(lpad(to_hex(${ms}::bigint), 12, '0') || '00000000000000000000')::uuid`
}

/** SQL that selects one of the values by the pgbench variable `:nth`, which starts at 1. */
export function arrayElementSql(values: string[], type: string): string {
  return `('{${values.join()}}'::${type}[])[:nth]`
}
