import { printLine } from '@dolph/bench/print-line'
import { loadMarkdownFunctions } from '../../../web/src/testing/load-markdown-functions.ts'
import { FuzzRun } from '../fuzz-run.ts'
import {
  createHostileText,
  listHostileTexts,
  ONCE_SLOW_TEXTS,
  type HostileText,
} from './hostile-text.ts'
import { isSlowWhenRepeated } from '../repeat-slow-case.ts'
import { findSlowness } from './measure-text-function.ts'
import { TEXT_FUNCTIONS, TEXT_LIMITS, type TextFunction } from './text-functions.ts'

interface Options {
  /** How many of the texts with one mark are tried: each one of so many. */
  every: number
  /** How many texts of mixed marks are tried with each function. */
  mixed: number
  /** 0 chooses one. */
  seed: number
}

/** Measures what texts that are built to be slow cost each function that reads text from people. */
export async function fuzzTexts(options: Options): Promise<boolean> {
  // React is slower with the checks of its development build.
  process.env['NODE_ENV'] ??= 'production'
  const functions = { ...TEXT_FUNCTIONS, ...(await loadMarkdownFunctions()) }
  const slow = await findSlowFunctions(functions, options)
  for (const { name, text, durations } of slow) {
    const figures = durations.map((ms) => ms.toFixed(1)).join(', ')
    printLine(`${name} ${JSON.stringify(text)}: ${figures} ms`)
  }
  printLine(`functions=${Object.keys(functions).length} slow=${slow.length}`)
  return slow.length === 0
}

/** The first text that is slow for each function. */
export async function findSlowFunctions(
  functions: Record<string, TextFunction>,
  { every, mixed, seed }: Options,
): Promise<SlowFunction[]> {
  const run = new FuzzRun(seed)
  const texts = listHostileTexts().filter((_, index) => index % every === 0)
  const mixtures = Array.from({ length: mixed }, (_, index) =>
    createHostileText(run.createRandom(index + 1)),
  )
  const candidates = [...ONCE_SLOW_TEXTS, ...texts, ...mixtures]
  const slow: SlowFunction[] = []
  for (const [name, read] of Object.entries(functions)) {
    const found = await findFirst(name, read, candidates)
    if (found) slow.push(found)
  }
  return slow
}

interface SlowFunction {
  name: string
  text: HostileText
  durations: number[]
}

async function findFirst(
  name: string,
  read: TextFunction,
  texts: readonly HostileText[],
): Promise<SlowFunction | undefined> {
  for (const text of texts) {
    const measure = () => findSlowness(read, text, TEXT_LIMITS[name])
    const durations = measure()
    if (durations !== null && (await isSlowWhenRepeated(() => measure() !== null)))
      return { name, text, durations }
  }
  return undefined
}
