import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { computeStealShare, formatSample, readCpuTicks } from './steal.ts'

/** `run-steal-sampler.ts <file> <pid>` appends the steal of every second to the file until the process ends. */
const [file = '', pid = ''] = process.argv.slice(2)
const stallPids = process.env['STALL_PIDS']?.split(',') ?? []

let before = readCpuTicks(stallPids)
while (isRunning(Number(pid))) {
  await wait(1_000)
  const after = readCpuTicks(stallPids)
  appendFileSync(file, formatSample({ at: Date.now(), share: computeStealShare(before, after) }))
  before = after
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}
