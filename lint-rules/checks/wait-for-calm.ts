import { setTimeout as wait } from 'node:timers/promises'
import { isCalm, readSamples } from './steal.ts'

const CALM_STEAL = 0.1
const WAIT_MAX_MS = 5 * 60_000

/** Waits until the host has taken little for ten seconds in a row, but not for ever. */
export async function waitForCalm(samplesFile: string): Promise<void> {
  const start = Date.now()
  while (!isCalm(readSamples(samplesFile), CALM_STEAL) && Date.now() - start < WAIT_MAX_MS)
    await wait(1_000)
}
