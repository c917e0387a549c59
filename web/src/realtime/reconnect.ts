import { CloseCode } from '@dolph/contract/socket'

const BASE_MS = 5000
const FACTOR = 1.5
const CAP_MS = 30_000
const ATTEMPTS_MAX = 10
/** Spreads the retries of clients that lost the same server. */
const JITTER = 0.2

const NORMAL = 1000
const GOING_AWAY = 1001

/** What to do after a connection has closed: retry after a delay, or report an error and wait for Retry. */
export type ReconnectDecision = { action: 'retry'; delayMs: number } | { action: 'give-up' }

/** `attempts`: the retries since the last stable connection. `random` is from 0 to 1. */
export function decideReconnect(code: number, attempts: number, random: number): ReconnectDecision {
  if (code === NORMAL || code === GOING_AWAY) return { action: 'give-up' }
  // The member has too many tabs: a retry would close the connection of another one.
  if (code === CloseCode.policy || attempts >= ATTEMPTS_MAX) return { action: 'give-up' }
  const delay = Math.min(BASE_MS * FACTOR ** attempts, CAP_MS)
  return { action: 'retry', delayMs: delay * (1 - JITTER * random) }
}
