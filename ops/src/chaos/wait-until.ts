import { setTimeout as wait } from 'node:timers/promises'

const DEFAULT_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 100

export async function waitUntil(
  description: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`Timed out after ${timeoutMs} ms waiting until ${description}`)
    await wait(POLL_INTERVAL_MS)
  }
}
