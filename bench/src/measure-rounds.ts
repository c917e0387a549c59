import { printLine } from './print-line.ts'

const ROUNDS = 5

/** Measures every contender in turn, several times over, so that a busy moment hits them all; gives the medians. */
export async function measureRounds<Name extends string>(
  contenders: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[]
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) taken.get(name)?.push(await contenders[name]())
  }
  const width = Math.max(...names.map((name) => name.length)) + 2
  for (const name of names) {
    const figures = (taken.get(name) ?? []).toSorted((a, b) => a - b)
    const spread = `${Math.round(figures[0] ?? 0)} to ${Math.round(figures.at(-1) ?? 0)}`
    printLine(
      `${name.padEnd(width)}${String(Math.round(median(figures))).padStart(8)} a second   (${spread})`,
    )
  }
  return Object.fromEntries(names.map((name) => [name, median(taken.get(name) ?? [])])) as Record<
    Name,
    number
  >
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

/** The last line of every bench: `name=figure` pairs that a script can read. */
export function printSummary(ratios: Record<string, number>): void {
  printLine(
    Object.entries(ratios)
      .map(([name, ratio]) => `${name}=${ratio.toFixed(2)}`)
      .join(' '),
  )
}
