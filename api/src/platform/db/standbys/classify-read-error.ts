import pg from 'pg'
import { isRetryableNow } from '../transient-database-error.ts'

/** Deadlock and conflict with replay; no resources left; damaged files. Another server may answer. */
const OTHER_SERVER_STATES = /^(?:40001|40P01|53[0-9A-Z]{3}|57P0[0-9A-Z]|XX00[0-9A-Z])$/u
/** A table, column or type is not what it was when the statement was prepared: a migration has passed. */
const CHANGED_SCHEMA_STATES = ['42P01', '42703', '0A000', '3D000']
const WRITES = '25006'
const NO_CONNECTION = 'timeout exceeded when trying to connect'

/**
 * What follows when a read fails on a standby: `primary` reads again there, and so does `report`, whose statement writes and must not
 * be prepared for reading; `caller` gets the error, as from the primary: a timeout would only take twice as long.
 */
export function classifyReadError(error: unknown): 'primary' | 'report' | 'caller' {
  if (error instanceof AggregateError)
    return error.errors.some(isRetryableNow) ? 'primary' : 'caller'
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error
    if (code === WRITES) return 'report'
    if (CHANGED_SCHEMA_STATES.includes(code) || OTHER_SERVER_STATES.test(code)) return 'primary'
  }
  const hasNoConnection = error instanceof Error && error.message.startsWith(NO_CONNECTION)
  return hasNoConnection || isRetryableNow(error) ? 'primary' : 'caller'
}
