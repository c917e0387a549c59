import type { Fault } from './fault-proxy.ts'
import type { FaultPage } from './pages.ts'
import type { CellResult } from './run-cell.ts'

export interface ReportedCell extends CellResult {
  page: FaultPage
  hasWorker: boolean
  response: string
  kind: string
  fault: Fault
}

/** A table of pages and faults, `works/says/dead` in each field, then every dead cell, and the sums in the last line. */
export function formatReport(
  cells: readonly ReportedCell[],
  { faults, seconds }: { faults: readonly Fault[]; seconds: number },
): string {
  const rows = [...new Set(cells.map(getRow))].map((row) => {
    const fields = faults.map((fault) =>
      countVerdicts(cells.filter((cell) => getRow(cell) === row && cell.fault === fault)),
    )
    return formatRow([row, ...fields])
  })
  const dead = cells.filter(({ verdict }) => verdict === 'dead')
  const unmet = cells.filter(({ verdict }) => verdict === 'unmet')
  const listed = [...dead, ...unmet].map(
    (cell) =>
      `${cell.verdict}: ${getRow(cell)} ${cell.kind} ${cell.fault} ${cell.response}\n  ${cell.detail}`,
  )
  return [
    '',
    formatRow(['works/says/dead', ...faults]),
    ...rows,
    ...listed,
    `seconds=${seconds} works=${count(cells, 'works')} says=${count(cells, 'says')} unmet=${unmet.length}`,
    `cells=${cells.length} dead=${dead.length}`,
    '',
  ].join('\n')
}

function getRow({ page, hasWorker }: ReportedCell): string {
  return hasWorker ? `${page.name} worker` : page.name
}

function countVerdicts(cells: readonly ReportedCell[]): string {
  return [count(cells, 'works'), count(cells, 'says'), count(cells, 'dead')].join('/')
}

function count(cells: readonly ReportedCell[], wanted: CellResult['verdict']): number {
  return cells.filter(({ verdict }) => verdict === wanted).length
}

function formatRow([first = '', ...rest]: readonly string[]): string {
  return first.padEnd(20) + rest.map((field) => field.padStart(13)).join('')
}
