import { setTimeout as wait } from 'node:timers/promises'

const POLL_INTERVAL_MS = 100
/** Longer than the interval of a sync and the longest pause before a reconnect. */
const STALL_MS = 60_000

/** Waits while the list of what is missing gets shorter, however long that takes; returns what never came. */
export async function waitWhileArriving(
  findMissing: () => string[] | Promise<string[]>,
  stallMs = STALL_MS,
): Promise<string[]> {
  let missing = await findMissing()
  let [fewest, changedAt] = [missing.length, performance.now()]
  while (missing.length > 0 && performance.now() - changedAt < stallMs) {
    await wait(POLL_INTERVAL_MS)
    missing = await findMissing()
    if (missing.length < fewest) [fewest, changedAt] = [missing.length, performance.now()]
  }
  return missing
}
