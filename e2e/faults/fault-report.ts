import type { Fault } from './fault-proxy.ts'
import type { FaultPage } from './pages.ts'
import type { CellResult } from './run-cell.ts'

export interface ReportedCell extends CellResult {
  page: FaultPage
  hasWorker: boolean
  response: string
  kind: string
  fault: Fault
  screenshot: string
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
  const dead = count(cells, 'dead')
  const listed = cells.filter(({ verdict }) => verdict !== 'works' && verdict !== 'says')
  return [
    '',
    formatRow(['works/says/dead', ...faults]),
    ...rows,
    ...listed.map(formatCell),
    ['works', 'says', 'unmet', 'undecided']
      .map((verdict) => `${verdict}=${count(cells, verdict)}`)
      .join(' ') + ` seconds=${seconds}`,
    `cells=${cells.length} dead=${dead}`,
    '',
  ].join('\n')
}

export function formatCell(cell: ReportedCell): string {
  const { verdict, ms, kind, fault, response, detail } = cell
  return `${verdict.padEnd(5)} ${String(ms).padStart(6)} ms ${getRow(cell)} ${kind} ${fault} ${response} ${detail}`
}

function getRow({ page, hasWorker }: ReportedCell): string {
  return hasWorker ? `${page.name} worker` : page.name
}

function countVerdicts(cells: readonly ReportedCell[]): string {
  return [count(cells, 'works'), count(cells, 'says'), count(cells, 'dead')].join('/')
}

function count(cells: readonly ReportedCell[], wanted: string): number {
  return cells.filter(({ verdict }) => verdict === wanted).length
}

function formatRow([first = '', ...rest]: readonly string[]): string {
  return first.padEnd(20) + rest.map((field) => field.padStart(13)).join('')
}
