import { printLine } from '../print-line.ts'

/** Does a part of the load, and says how long it took. */
export async function timeStep(name: string, work: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await work()
  printLine(`${name.padEnd(14)} ${((performance.now() - from) / 1000).toFixed(1)} s`)
}
