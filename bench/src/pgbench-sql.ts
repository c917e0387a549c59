interface PreparedStatement<Values> {
  sql: string
  valuesOf: (values: Values) => unknown[]
}

/** The same statement for pgbench: where the API puts a value, a variable or an expression of it. */
export function inlineParameters<Values>(
  statement: PreparedStatement<Values>,
  values: Values,
): string {
  const given = statement.valuesOf(values).map(String)
  return statement.sql.replace(/\$(\d+)/g, (_, nth: string) => given[Number(nth) - 1] ?? '')
}

/** SQL for the lowest id that a post made at that millisecond could have. */
export function lowestIdSql(ms: string): string {
  return `(lpad(to_hex(${ms}::bigint), 12, '0') || '00000000000000000000')::uuid`
}

/** SQL for one of these values; `:nth`, from 1, says which. */
export function arrayElementSql(values: string[], type: string): string {
  return `('{${values.join()}}'::${type}[])[:nth]`
}
