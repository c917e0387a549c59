import { printLine } from '../print-line.ts'

/** Runs a step of the load and prints how long it took. */
export async function timeStep(name: string, step: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await step()
  printLine(`${name.padEnd(14)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
