/** The number of messages in flight. */
export const CONCURRENT_MESSAGES = 32

/** Sends a message and resolves with its latency in milliseconds once it is delivered. */
type Send<Target> = (target: Target) => Promise<number>

/** Messages per second with a constant number in flight, at most one of each target. */
export async function measureThroughput<Target>(
  targets: Target[],
  send: Send<Target>,
  seconds: number,
): Promise<number> {
  const started = performance.now()
  const end = started + seconds * 1000
  const idle = [...targets]
  let delivered = 0
  async function keepSending() {
    while (performance.now() < end) {
      const [target] = idle.splice(Math.floor(Math.random() * idle.length), 1)
      if (target === undefined) return
      await send(target)
      idle.push(target)
      delivered += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_MESSAGES }, keepSending))
  return delivered / ((performance.now() - started) / 1000)
}

/** The latency of each message at a fixed rate, independent of earlier messages. */
export async function measureLatencies<Target>(
  targets: Target[],
  send: Send<Target>,
  { ratePerSecond, seconds }: { ratePerSecond: number; seconds: number },
): Promise<number[]> {
  const all: Promise<number>[] = []
  const started = performance.now()
  while (all.length < ratePerSecond * seconds) {
    const due = Math.floor(((performance.now() - started) / 1000) * ratePerSecond)
    while (all.length < due) {
      const target = targets[Math.floor(Math.random() * targets.length)]
      if (target !== undefined) all.push(send(target))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return Promise.all(all)
}
