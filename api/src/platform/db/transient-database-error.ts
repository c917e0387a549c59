import pg from 'pg'
import { OverloadedError } from '../semaphore.ts'

/** The connection was lost, or the transaction gave way to another: a second attempt may succeed at once. */
const RETRY_NOW_SQLSTATES = ['57P01', '57P02', '08000', '08003', '08006', '40P01', '40001']
/**
 * PostgreSQL is starting; refuses writes or locks for now; canceled a statement that took too long; has no disk space, memory
 * or connections left (class 53); or cannot read or write its files.
 */
const RETRY_LATER_SQLSTATES = ['57P03', '25006', '55P03', '57014', '58030']
const INSUFFICIENT_RESOURCES = /^53[0-9A-Z]{3}$/
/** A migration added a column while the statement was running or prepared; the next attempt knows the new table. */
const CHANGED_TABLE_MESSAGES = [
  'structure of query does not match function result type',
  'cached plan must not change result type',
]
const LOST_CONNECTION_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND']
const LOST_CONNECTION_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
]
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout'
const TIMEOUT_MESSAGES = [
  QUERY_TIMEOUT_MESSAGE,
  'timeout exceeded when trying to connect',
  // The rollback after a query timeout, which has closed the connection.
  'Client was closed and is not queryable',
]

/** Whether a retry may succeed: PostgreSQL was unreachable, busy, full or read-only, or aborted on a conflict or a migration. */
export function isTransientDatabaseError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isTransientDatabaseError)
  // Too many reads wait for the primary, because no standby is fit.
  if (error instanceof OverloadedError) return true
  return (
    isRetryableNow(error) ||
    hasCode(error, [...RETRY_LATER_SQLSTATES, 'ETIMEDOUT']) ||
    (error instanceof pg.DatabaseError && INSUFFICIENT_RESOURCES.test(error.code ?? '')) ||
    hasMessage(error, TIMEOUT_MESSAGES)
  )
}

/** Whether a retry may succeed at once. After a timeout it would only double the time that the caller waits. */
export function isRetryableNow(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isRetryableNow)
  return (
    hasCode(error, [...RETRY_NOW_SQLSTATES, ...LOST_CONNECTION_CODES]) ||
    (error instanceof pg.DatabaseError && CHANGED_TABLE_MESSAGES.includes(error.message)) ||
    hasMessage(error, LOST_CONNECTION_MESSAGES)
  )
}

/** PostgreSQL did not answer a query at all. */
export function isQueryTimeout(error: unknown): boolean {
  return hasMessage(error, [QUERY_TIMEOUT_MESSAGE])
}

function hasCode(error: unknown, codes: string[]): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return typeof error.code === 'string' && codes.includes(error.code)
}

function hasMessage(error: unknown, messages: string[]): boolean {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false
  return messages.some((message) => error.message.startsWith(message))
}
