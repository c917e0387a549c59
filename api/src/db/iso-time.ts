import { sql, type Expression, type RawBuilder } from 'kysely'

/** A time in the format of the contract's `Timestamp`, for JSON that PostgreSQL builds. */
export function isoTime(time: Expression<unknown>): RawBuilder<string> {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"')`
}
