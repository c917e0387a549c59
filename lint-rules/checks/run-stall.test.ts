import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readSamples } from './steal.ts'

const STALL = join(import.meta.dirname, 'run-stall.ts')
const SAMPLER = join(import.meta.dirname, 'run-steal-sampler.ts')
const TIMEOUT = { timeout: 20_000 }

test('what a stall takes is sampled as steal, and the sampler ends with its process', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'dolph-steal-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = join(directory, 'steal.csv')
  const checks = spawn('sleep', ['60'])
  const stall = spawn(process.execPath, [
    STALL,
    process.execPath,
    SAMPLER,
    file,
    String(checks.pid),
  ])
  onTestFinished(() => {
    for (const child of [checks, stall]) child.kill('SIGKILL')
  })
  await vi.waitFor(() => expect(Math.max(...readShares(file))).toBeGreaterThan(0.1), TIMEOUT)
  checks.kill()
  expect(await once(stall, 'exit')).toEqual([0, null])
})

test('a stall ends with its command and passes its exit code on', () => {
  const script = 'process.stdout.write(process.env.STALL_PIDS); process.exitCode = 7'
  const { stdout, status } = spawnSync(process.execPath, [STALL, process.execPath, '-e', script])
  const pids = String(stdout).split(',')
  expect(status).toBe(7)
  expect(pids).toHaveLength(availableParallelism())
  expect(pids.filter(isRunning)).toEqual([])
})

test('a stall that is killed leaves no busy process behind', async () => {
  const script = 'console.log(process.env.STALL_PIDS); setTimeout(() => {}, 30_000)'
  const stall = spawn(process.execPath, [STALL, process.execPath, '-e', script])
  const [output] = await once(stall.stdout, 'data')
  stall.kill('SIGKILL')
  const pids = String(output).trim().split(',')
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), TIMEOUT)
})

function readShares(file: string): number[] {
  return readSamples(file).map(({ share }) => share)
}

function isRunning(pid: string): boolean {
  return existsSync(`/proc/${pid}`)
}
