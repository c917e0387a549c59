import { setTimeout as wait } from 'node:timers/promises'
import { printLine } from '@dolph/bench/print-line'
import type { SendHistory } from './send-history.ts'
import { startSendingMessages } from './send-messages.ts'
import type { SimulatedClient } from './simulated-client.ts'
import { waitWhileArriving } from './wait-while-arriving.ts'

/** What a quiet machine with two cores carries beside everything else. */
export const FULL_RATE = 60
/** Fewer messages a second would tell little about a pause. */
const RATE_MIN = 10
const PROBE_RATE = 200
const PROBE_MS = 3_000
/** The load of a run is far below what the machine can do, so that what fails is the product and not the machine. */
const SHARE = 0.3

/** Measures for some seconds how many messages a second this machine stores, and returns the rate of the run. */
export async function calibrateRate(
  clients: SimulatedClient[],
  history: SendHistory,
): Promise<number> {
  const startedAt = performance.now()
  const before = history.sends.length
  const stopSending = startSendingMessages(clients, PROBE_RATE)
  await wait(PROBE_MS)
  stopSending()
  await waitWhileArriving(() => history.pendingSends().map(({ content }) => content))
  const settled = history.sends.slice(before).filter(({ messageId }) => messageId !== null)
  const lastAt = Math.max(startedAt + PROBE_MS, ...settled.map(({ settledAt }) => settledAt))
  const measured = settled.length / ((lastAt - startedAt) / 1000)
  const rate = chooseRate(measured)
  printLine(`this machine stores ${measured.toFixed(0)} messages a second; the run sends ${rate}`)
  return rate
}

export function chooseRate(measured: number): number {
  return Math.round(Math.min(FULL_RATE, Math.max(RATE_MIN, measured * SHARE)))
}
