import { printLine } from '../print-line.ts'
import { buildCapacityTable } from './capacity-plan.ts'

/** Prints the table of docs/capacity.md. */
export async function printCapacity(): Promise<void> {
  const [headings = [], ...rows] = buildCapacityTable()
  for (const row of [headings, headings.map(() => '---'), ...rows])
    printLine(`| ${row.join(' | ')} |`)
}
