import { sql, type Expression, type RawBuilder } from 'kysely'

/** A time in the format of the contract's `Timestamp`, for JSON that PostgreSQL builds. */
export function isoTime(time: Expression<unknown>): RawBuilder<string> {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"')`
}

/**
 * A client's `Timestamp` as this server writes times, to the millisecond, so that the two compare as text. PostgreSQL has no
 * year 0, which ISO 8601 has.
 */
export function toServerTime(timestamp: string): string {
  const time = new Date(timestamp).toISOString()
  return time < FIRST_POSTGRES_TIME ? FIRST_POSTGRES_TIME : time
}

const FIRST_POSTGRES_TIME = '0001-01-01T00:00:00.000Z'
