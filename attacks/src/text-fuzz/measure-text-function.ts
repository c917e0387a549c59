import type { TextFunction } from './text-functions.ts'
import { buildHostileText, type HostileText } from './hostile-text.ts'

const LENGTHS = [500, 1_000, 2_000, 5_000] as const
const SLOW_MS = 20
/** What costs less at the greatest length is not measured again: it harms nobody. */
const SUSPECT_MS = 4
/** A shorter duration cannot be told from zero: the clock of a thread advances by a millisecond or two. */
const RESOLUTION_MS = 0.25
/** So many characters are read between two looks at that clock. */
const READ_LENGTH = 20_000
/** From 1,000 to 5,000 characters: 5 is linear, 25 is quadratic. */
const GROWTH_MAX = 12
const RUNS = 5

/** The processor time in ms at each length, if it is too long or grows faster than the length; null if it does not. */
export function findSlowness(read: TextFunction, text: HostileText): number[] | null {
  if (measureOnce(read, buildHostileText(text, LENGTHS[3])) < SUSPECT_MS) return null
  const durations = LENGTHS.map((length) => measureLeast(read, buildHostileText(text, length)))
  const [, short = 0, , long = 0] = durations
  const isGrowing = long >= SUSPECT_MS && long > Math.max(short, RESOLUTION_MS) * GROWTH_MAX
  return long > SLOW_MS || isGrowing ? durations : null
}

function measureLeast(read: TextFunction, text: string): number {
  let least = Infinity
  const times = Math.ceil(READ_LENGTH / text.length)
  for (let run = 0; run < RUNS; run += 1) {
    let total = 0
    // Repetitions of what takes seconds would only say so again.
    let count = 0
    while (count < times && total < SLOW_MS * times * 2) {
      total += measureOnce(read, text)
      count += 1
    }
    least = Math.min(least, total / count)
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
