import pg from 'pg'

/** PostgreSQL is stopping, starting, or temporarily refuses connections, writes or locks. */
const TRANSIENT_SQLSTATES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  '08000',
  '08003',
  '08006',
  '40P01',
  '55P03',
])
const NETWORK_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
])
const DRIVER_ERROR_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error',
]

/** Whether a retry may succeed: PostgreSQL was unreachable, restarting, read-only, or aborted on a lock. */
export function isTransientDatabaseError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return TRANSIENT_SQLSTATES.has(error.code ?? '')
  if (error instanceof AggregateError) return error.errors.some(isTransientDatabaseError)
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && NETWORK_ERROR_CODES.has(error.code))
    return true
  return DRIVER_ERROR_MESSAGES.some((message) => error.message.startsWith(message))
}
