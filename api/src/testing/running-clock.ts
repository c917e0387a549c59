const TICK_MS = 10
const TICK_MAX_MS = 2 * TICK_MS

/**
 * A clock for promises with a time in them. It counts only time in which this process could run: when a busy machine takes the
 * processor from it, the clock stands still, while a product that merely waits too long moves it like any other.
 */
export function startRunningClock(): Disposable & { readMs: () => number } {
  let elapsedMs = 0
  let lastTick = process.hrtime.bigint()
  let lastUsage = process.threadCpuUsage()
  const timer = setInterval(() => {
    const now = process.hrtime.bigint()
    // What this thread computed is time of the product too.
    const { user, system } = process.threadCpuUsage(lastUsage)
    const busyMs = (user + system) / 1_000
    elapsedMs += Math.min(Number(now - lastTick) / 1e6, Math.max(TICK_MAX_MS, busyMs))
    lastTick = now
    lastUsage = process.threadCpuUsage()
  }, TICK_MS)
  return { readMs: () => elapsedMs, [Symbol.dispose]: () => clearInterval(timer) }
}
