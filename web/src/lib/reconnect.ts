import { CloseCode } from '@dolph/contract/realtime'

const BASE_MS = 5000
const FACTOR = 1.5
const CAP_MS = 30_000
const ATTEMPTS_MAX = 10
/** Those who lost the same server do not all come back in the same moment. */
const JITTER = 0.2

const NORMAL = 1000
const GOING_AWAY = 1001

/** What to do after a connection has ended: wait and try again, leave it, or say that it does not work. */
export type ReconnectDecision =
  | { do: 'wait'; forMs: number }
  | { do: 'stay-away' }
  | { do: 'give-up' }

/** `attempts`: how often it was tried since a connection last held. `random` is from 0 to 1. */
export function decideReconnect(code: number, attempts: number, random: number): ReconnectDecision {
  if (code === NORMAL || code === GOING_AWAY) return { do: 'stay-away' }
  // One tab too many: coming back by itself, it would drive out the next.
  if (code === CloseCode.policy || attempts >= ATTEMPTS_MAX) return { do: 'give-up' }
  const delay = Math.min(BASE_MS * FACTOR ** attempts, CAP_MS)
  return { do: 'wait', forMs: delay * (1 - JITTER * random) }
}
