import { printLine } from '../print-line.ts'

/** Runs a step of the load and prints how long it took. */
export async function timeStep<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await step()
  printLine(`${name.padEnd(32)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}
