import { printLine } from '@dolph/bench/print-line'
import { startAttackedServer } from '../attacked-server.ts'
import { DEFAULT_SLOW_MS, FuzzRun, type FuzzOptions } from '../fuzz-run.ts'
import { createFuzzSessions } from '../http-fuzz/fuzz-sessions.ts'
import { isSlowWhenRepeated } from '../repeat-slow-case.ts'
import { runFuzzRound } from './fuzz-round.ts'

const CONNECTIONS = 16

interface Options extends FuzzOptions {
  frames: number
}

/** Sends frames made from the contract's events and mutated, and returns whether the server handled each in time. */
export async function fuzzSocket({ frames, seed, only, slowMs = DEFAULT_SLOW_MS }: Options) {
  const run = new FuzzRun(seed)
  await using server = await startAttackedServer()
  const { sessions, sampler } = await createFuzzSessions(server)
  const counts = { frames: 0, connections: 0, errors5xx: 0, slow: 0 }
  const slowCases: { number: number; sent: Buffer }[] = []
  let lastNumber = 0

  /** Returns whether the round was slow. */
  async function runRound(number: number): Promise<boolean> {
    const member = sessions[number % sessions.length]
    if (!member) throw new Error('There are no sessions')
    const { sent, frameCount, problem, error } = await runFuzzRound(server.url, member, {
      sampler,
      random: run.createRandom(number),
      slowMs,
    })
    counts.connections += 1
    counts.frames += frameCount
    if (problem === 'error') counts.errors5xx += 1
    if (problem === 'error') run.reportFailure(number, error ?? problem, sent)
    if (problem === 'slow') slowCases.push({ number, sent })
    return problem === 'slow'
  }

  async function runRounds(): Promise<void> {
    while (counts.frames < frames && !server.hasExited()) await runRound((lastNumber += 1))
  }

  async function repeatSlowCases(): Promise<void> {
    for (const { number, sent } of slowCases.splice(0)) {
      if (server.hasExited() || !(await isSlowWhenRepeated(() => runRound(number)))) continue
      counts.slow += 1
      run.reportFailure(number, 'slow', sent)
    }
  }

  if (only > 0) await runRound(only)
  else await Promise.all(Array.from({ length: CONNECTIONS }, runRounds))
  await repeatSlowCases()
  const crashes = server.hasExited() ? 1 : 0
  const { errors5xx, slow } = counts
  printLine(`connections=${counts.connections}`)
  printLine(`frames=${counts.frames} errors5xx=${errors5xx} crashes=${crashes} slow=${slow}`)
  return errors5xx + crashes + slow === 0
}
