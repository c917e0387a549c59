import { isShort } from './is-short.ts'
import { printLine } from './print-line.ts'
import { requestCounts } from './request-counts.ts'

const ROUNDS = isShort ? 1 : 5

/** Measures all candidates in alternating rounds, so that load on the machine affects them equally; returns the medians. */
export async function measureRounds<Name extends string>(
  candidates: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(candidates) as Name[]
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) samples.get(name)?.push(await candidates[name]())
  }
  const width = Math.max(...names.map((name) => name.length)) + 2
  for (const name of names) {
    const values = (samples.get(name) ?? []).toSorted((a, b) => a - b)
    const spread = `${Math.round(values[0] ?? 0)} to ${Math.round(values.at(-1) ?? 0)}`
    printLine(
      `${name.padEnd(width)}${String(Math.round(median(values))).padStart(8)} per second   (${spread})`,
    )
  }
  return Object.fromEntries(names.map((name) => [name, median(samples.get(name) ?? [])])) as Record<
    Name,
    number
  >
}

/** The upper one of two in the middle. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Prints the last line of every benchmark: `name=value` pairs that a script can read, and how many requests were refused or got no reply. */
export function printSummary(ratios: Record<string, number>): void {
  const figures = Object.entries(ratios).map(([name, ratio]) => `${name}=${ratio.toFixed(2)}`)
  const counts = Object.entries(requestCounts).map(([name, count]) => `${name}=${count}`)
  printLine([...figures, ...counts].join(' '))
}
