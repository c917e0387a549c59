import { buildHostileText, type HostileText } from './hostile-text.ts'
import type { TextFunction, TextLimits } from './text-functions.ts'

/** Parts of the greatest length: 500, 1,000, 2,000 and 5,000 characters by default. */
const LENGTH_PARTS = [0.1, 0.2, 0.4, 1] as const
const DEFAULT_LIMITS: TextLimits = { length: 5_000, slowMs: 20, suspectMs: 4 }
/** A shorter duration cannot be distinguished from zero: the clock of a thread advances by a millisecond or two. */
const RESOLUTION_MS = 0.25
/** So many characters are read between two looks at that clock. */
const READ_LENGTH = 10_000
/** From two fifths of the length to all of it: 2.5 is linear, 6.25 is quadratic. Matches of bounded length are linear from about 1,000 on. */
const GROWTH_MAX = 4.5
/** From the length to twice as much: 2 is linear, 4 is quadratic. */
const DOUBLE_GROWTH_MAX = 3
const RUNS = 5
const CERTAIN_MS = 500

/** The processor time in ms at each length, if it is too long or grows faster than the length; null if it does not. */
export function findSlowness(
  read: TextFunction,
  text: HostileText,
  limits: TextLimits = DEFAULT_LIMITS,
): number[] | null {
  const first = measureOnce(read, buildHostileText(text, limits.length))
  if (first < limits.suspectMs) return null
  // Repetitions of what takes so long would only say so again.
  if (first > CERTAIN_MS) return [first]
  const measure = (runs: number) =>
    LENGTH_PARTS.map((part) =>
      measureLeast(read, buildHostileText(text, limits.length * part), runs),
    )
  if (!isSlow(measure(1), limits)) return null
  const durations = measure(RUNS)
  if (!isSlow(durations, limits)) return null
  const [, , , long = 0] = durations
  if (long > limits.slowMs) return durations
  // A step, such as the cut of a text that is too long for a post, is no growth: twice the length costs the same again.
  const double = measureLeast(read, buildHostileText(text, limits.length * 2), RUNS)
  return double > long * DOUBLE_GROWTH_MAX ? [...durations, double] : null
}

function isSlow([, , short = 0, long = 0]: readonly number[], limits: TextLimits): boolean {
  const isGrowing = long >= limits.suspectMs && long > Math.max(short, RESOLUTION_MS) * GROWTH_MAX
  return long > limits.slowMs || isGrowing
}

function measureLeast(read: TextFunction, text: string, runs: number): number {
  let least = Infinity
  const times = Math.ceil(READ_LENGTH / text.length)
  for (let run = 0; run < runs; run += 1) {
    let total = 0
    for (let count = 0; count < times; count += 1) total += measureOnce(read, text)
    least = Math.min(least, total / times)
  }
  return least
}

/** A refusal is an answer, too. */
function measureOnce(read: TextFunction, text: string): number {
  const before = process.threadCpuUsage()
  try {
    read(text)
  } catch {}
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
