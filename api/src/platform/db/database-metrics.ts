import type pg from 'pg'
import { defineCounts, defineHistogram, secondsSince } from '../telemetry/process-metrics.ts'

const waitSeconds = defineHistogram({
  name: 'database_wait_seconds',
  help: 'Time until a query or a transaction got a connection of the pool',
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2],
})

/** The classes of SQLSTATE that `transient-database-error.ts` knows; `connection` stands for errors without a code. */
const OUTAGE_CLASSES = ['connection', '08', '25', '40', '53', '55', '57', '58'] as const
const outages = defineCounts({
  name: 'database_outages_total',
  help: 'Requests and socket events that were refused because PostgreSQL was unavailable, busy or full',
  label: 'class',
  values: OUTAGE_CLASSES,
})

/** Measures how long a caller waits for a connection: the first sign of a slow or overloaded database. */
export function observePoolWait(pool: pg.Pool, client: unknown): void {
  // Given out at once; this is almost every call, so nothing more is allocated for it.
  if (pool.waitingCount === 0 && pool.idleCount > 0) waitSeconds.observe(0)
  else if (client instanceof Promise) observeWhenSettled(client)
}

function observeWhenSettled(client: Promise<unknown>): void {
  const startedAt = performance.now()
  const observe = () => waitSeconds.observe(secondsSince(startedAt))
  client.then(observe, observe)
}

/** Counts a call that was refused because of an error of PostgreSQL that may pass. */
export function countOutage(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const outageClass = OUTAGE_CLASSES.find((each) => each === code.slice(0, 2)) ?? 'connection'
  outages[outageClass] += 1
}
