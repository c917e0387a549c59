import { randomInt } from 'node:crypto'
import { createRandomSource, type RandomSource } from '@dolph/bench/load/random-source'
import { printLine } from '@dolph/bench/print-line'

const SEED_MAX = 1_000_000
const FAILURES_PRINTED_MAX = 20
const PRINTED_BYTES_MAX = 3_000

export interface FuzzOptions {
  /** 0 chooses one. */
  seed: number
  /** The number of the one attempt to make, to repeat a failure; 0 makes all. */
  only: number
  /** A reply that takes longer, also when its request is repeated alone, counts as slow. */
  slowMs?: number
}

export const DEFAULT_SLOW_MS = 2_000

/** The random values and the failure report of a fuzz run, which is repeatable by its seed. */
export class FuzzRun {
  readonly #seed: number
  #failures = 0

  constructor(seed: number) {
    this.#seed = seed || randomInt(1, SEED_MAX)
    printLine(`seed=${this.#seed}`)
  }

  /** An attempt depends on the seed and its number alone, so that one can be repeated without the others. */
  createRandom(number: number): RandomSource {
    return createRandomSource(this.#seed * SEED_MAX + number)
  }

  /** Prints what was sent and how to repeat it, for the first failures of the run. */
  reportFailure(number: number, problem: string, sent: Buffer): void {
    this.#failures += 1
    if (this.#failures > FAILURES_PRINTED_MAX) return
    const text = sent.toString('latin1', 0, PRINTED_BYTES_MAX)
    printLine(`${problem}; repeat with --seed ${this.#seed} --only ${number}`)
    printLine(`  ${JSON.stringify(text)}${sent.length > PRINTED_BYTES_MAX ? '…' : ''}`)
  }
}
