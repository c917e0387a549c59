/**
 * `burn-core.ts <pid>` takes 80 % of a core for 90 seconds out of every 240 until its parent, which has this pid, ends. It begins after two
 * seconds, so that a short run meets it.
 */
const FIRST_MS = 2_000
const BURN_MS = 90_000
const PERIOD_MS = 240_000
const SLICE_MS = 100
const BUSY_MS = 80

const parent = Number(process.argv[2])
const pause = new Int32Array(new SharedArrayBuffer(4))
const first = Date.now() + FIRST_MS
while (process.ppid === parent) {
  const sliceStart = Date.now()
  const isBurning = sliceStart >= first && (sliceStart - first) % PERIOD_MS < BURN_MS
  while (isBurning && Date.now() < sliceStart + BUSY_MS);
  Atomics.wait(pause, 0, 0, Math.max(1, sliceStart + SLICE_MS - Date.now()))
}
