import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startRunningClock } from './running-clock.ts'

test('waiting moves the clock, a process that stands still does not', async () => {
  using clock = startRunningClock()
  await wait(300)
  const waited = clock.readMs()
  expect(waited).toBeGreaterThan(100)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  await wait(0)
  expect(clock.readMs() - waited).toBeLessThan(100)
})
