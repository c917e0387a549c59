import { readFileSync } from 'node:fs'

/** The steal of a second: `share` is the part of all cores' time that the host gave to others, in the second that ended at `at`. */
export interface StealSample {
  at: number
  share: number
}

/** Ticks of all cores since the start of the machine. */
export interface CpuTicks {
  total: number
  stolen: number
}

const SAMPLE_MS = 1_000
const WINDOW_MS = 10_000

/** Reads the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. What follows is part of the first two. */
export function parseCpuTicks(procStat: string): CpuTicks {
  const [name, ...columns] = procStat.split('\n', 1).join('').trim().split(/\s+/)
  const ticks = columns.slice(0, 8).map(Number)
  if (name !== 'cpu' || ticks.length < 8 || ticks.some(Number.isNaN))
    throw new Error(`/proc/stat has no total of all cores: ${procStat.slice(0, 80)}`)
  return { total: sum(ticks), stolen: ticks[7] ?? 0 }
}

/** Reads the ticks that a process has used from `/proc/<pid>/stat`. Its name, in parentheses, may contain spaces. */
export function parseProcessTicks(processStat: string): number {
  const columns = processStat.slice(processStat.lastIndexOf(')') + 2).split(' ')
  return Number(columns[11]) + Number(columns[12])
}

/** Reads the ticks of all cores. What the processes of `pnpm ci:stall` have used counts as stolen. */
export function readCpuTicks(stallPids: readonly string[]): CpuTicks {
  const { total, stolen } = parseCpuTicks(readFileSync('/proc/stat', 'utf8'))
  return { total, stolen: stolen + sum(stallPids.map(readProcessTicks)) }
}

function readProcessTicks(pid: string): number {
  try {
    return parseProcessTicks(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return 0
  }
}

export function computeStealShare(before: CpuTicks, after: CpuTicks): number {
  const total = after.total - before.total
  // A process of `pnpm ci:stall` that has ended takes its ticks with it.
  return total > 0 ? Math.min(1, Math.max(0, after.stolen - before.stolen) / total) : 0
}

export function formatSample({ at, share }: StealSample): string {
  return `${new Date(at).toISOString()},${share.toFixed(3)}\n`
}

/** Reads `artifacts/steal.csv`. Without it nothing was stolen. */
export function readSamples(file: string): StealSample[] {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line) => {
    const [at = '', share = ''] = line.split(',')
    return share === '' ? [] : [{ at: Date.parse(at), share: Number(share) }]
  })
}

/**
 * The highest steal of ten seconds in a row inside a test. A shorter test is judged by the ten seconds that contain it:
 * what delays it may have begun before and end after it.
 */
export function findWorstWindow(
  samples: readonly StealSample[],
  { start, end }: { start: number; end: number },
): number {
  const [first, last] = [start, end - WINDOW_MS].toSorted((a, b) => a - b)
  if (first === undefined || last === undefined) return 0
  let worst = 0
  for (let from = first; from < last; from += SAMPLE_MS)
    worst = Math.max(worst, computeWindow(samples, from))
  return Math.max(worst, computeWindow(samples, last))
}

function computeWindow(samples: readonly StealSample[], from: number): number {
  const inside = samples.filter(({ at }) => at > from && at <= from + WINDOW_MS)
  return computeMean(inside)
}

export function computeMean(samples: readonly StealSample[]): number {
  return samples.length === 0 ? 0 : sum(samples.map(({ share }) => share)) / samples.length
}

/** Whether each of the last ten seconds was below `limit`. */
export function isCalm(samples: readonly StealSample[], limit: number): boolean {
  const last = samples.slice(-WINDOW_MS / SAMPLE_MS)
  return last.length === WINDOW_MS / SAMPLE_MS && last.every(({ share }) => share < limit)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
