import { randomInt } from 'node:crypto'
import { createRandomSource } from '@dolph/bench/load/random-source'
import { printLine } from '@dolph/bench/print-line'
import { startAttackedServer } from '../attacked-server.ts'
import { createFuzzSessions } from '../http-fuzz/fuzz-sessions.ts'
import { runFuzzRound } from './fuzz-round.ts'

const CONNECTIONS = 16
const DEFAULT_SLOW_MS = 2_000
const SEED_MAX = 1_000_000
const FAILURES_PRINTED_MAX = 20
const PRINTED_CHARACTERS_MAX = 3_000

interface Options {
  frames: number
  /** 0 chooses one. */
  seed: number
  /** The number of the one connection to open, to repeat a failure; 0 opens all. */
  only: number
  slowMs?: number
}

/** Sends frames made from the contract's events and mutated, and returns whether the server handled each in time. */
export async function fuzzSocket({ frames, seed, only, slowMs = DEFAULT_SLOW_MS }: Options) {
  const usedSeed = seed || randomInt(1, SEED_MAX)
  printLine(`seed=${usedSeed}`)
  await using server = await startAttackedServer()
  const { sessions, sampler } = await createFuzzSessions(server)
  const counts = { frames: 0, connections: 0, errors5xx: 0, slow: 0 }
  let failures = 0
  let lastNumber = 0

  function reportFailure(number: number, problem: string, sent: Buffer): void {
    failures += 1
    if (failures > FAILURES_PRINTED_MAX) return
    printLine(`${problem}; repeat with --seed ${usedSeed} --only ${number}`)
    printLine(`  ${JSON.stringify(sent.toString('latin1')).slice(0, PRINTED_CHARACTERS_MAX)}`)
  }

  /** A connection and its frames depend on the seed and its number alone, so that one can be repeated without the others. */
  async function runRound(number: number): Promise<void> {
    const random = createRandomSource(usedSeed * SEED_MAX + number)
    const member = sessions[number % sessions.length]
    if (!member) throw new Error('There are no sessions')
    const { sent, frameCount, problem } = await runFuzzRound(server.url, member, {
      sampler,
      random,
      slowMs,
    })
    counts.connections += 1
    counts.frames += frameCount
    if (problem === 'error') counts.errors5xx += 1
    if (problem === 'slow') counts.slow += 1
    if (problem) reportFailure(number, problem, sent)
  }

  async function runRounds(): Promise<void> {
    while (counts.frames < frames && !server.hasExited()) await runRound((lastNumber += 1))
  }

  if (only > 0) await runRound(only)
  else await Promise.all(Array.from({ length: CONNECTIONS }, runRounds))
  const crashes = server.hasExited() ? 1 : 0
  const { errors5xx, slow } = counts
  printLine(`connections=${counts.connections}`)
  printLine(`frames=${counts.frames} errors5xx=${errors5xx} crashes=${crashes} slow=${slow}`)
  return errors5xx + crashes + slow === 0
}
