import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startRunningClock } from './running-clock.ts'

test('waiting and computing move the clock, a process that stands still does not', async () => {
  using clock = startRunningClock()
  await wait(300)
  const waited = clock.readMs()
  expect(waited).toBeGreaterThan(100)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  await wait(0)
  const stood = clock.readMs()
  expect(stood - waited).toBeLessThan(100)
  const before = process.threadCpuUsage()
  while (process.threadCpuUsage(before).user < 300_000) void 0
  await wait(0)
  expect(clock.readMs() - stood).toBeGreaterThan(250)
})
