import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_PATH } from '../support/chromium.ts'
import { database, signInNewMember } from '../support/members.ts'
import { startAppServer } from '../support/start-app-server.ts'
import type { Fault } from './fault-proxy.ts'
import { getResponseKind, openFaultClient, recordResponses } from './fault-client.ts'
import { formatCell, formatReport, type ReportedCell } from './fault-report.ts'
import { createFaultPages, type FaultPage } from './pages.ts'
import { runCell } from './run-cell.ts'

/** Opens every page with one fault in one response, for each response and each fault: `pnpm faults`. */
const FAULTS: Fault[] = ['reset', 'silent', 'stalled', 'tooMany', 'unavailable', 'late']
/** A page without a fault that takes longer shows that the machine is busy: on an idle one it takes one to two seconds. */
const BUSY_MACHINE_MS = 4_000
const PICTURES = join(import.meta.dirname, '../../artifacts/faults')

const { values: options } = parseArgs({
  options: {
    page: { type: 'string' },
    fault: { type: 'string' },
    kind: { type: 'string' },
    /** `with` or `without` a service worker. */
    worker: { type: 'string' },
    concurrency: { type: 'string', default: '6' },
  },
})
const faults = FAULTS.filter((fault) => fault === (options.fault ?? fault))
const cells: ReportedCell[] = []
const jobs: (() => Promise<void>)[] = []

await mkdir(PICTURES, { recursive: true })
await using _appServer = await startAppServer()
await using _database = { [Symbol.asyncDispose]: async () => database.destroy() }
await using browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const start = performance.now()
await addJobs(browser)
await runJobs(Number(options.concurrency))
await repeatDeadCells(browser)
const seconds = Math.round((performance.now() - start) / 1_000)
process.stdout.write(formatReport(cells, { faults, seconds }))
process.exitCode = getExitCode()

async function addJobs(on: Browser): Promise<void> {
  await using context = await on.newContext()
  const names = (await createFaultPages(await signInNewMember(context, 'ada'))).map(
    ({ name }) => name,
  )
  for (const [index, name] of names.entries()) {
    if (name !== (options.page ?? name)) continue
    // A member of its own for each page: a member may have ten connections.
    const member = await signInNewMember(context, 'ada')
    const page = (await createFaultPages(member))[index]
    if (!page) continue
    // The jobs with a worker first: each has all cells of a page, one after the other.
    if (options.worker !== 'without') jobs.unshift(() => runWithWorker(on, page))
    if (options.worker !== 'with') jobs.push(...(await createJobs(on, page)))
  }
}

/** One after the other in one context: a worker belongs to an origin, and installing it loads every file of the product. */
async function runWithWorker(on: Browser, page: FaultPage): Promise<void> {
  await using client = await openFaultClient(on, { page, hasWorker: true })
  const { responses } = await recordResponses(client, page)
  for (const response of selectResponses(responses, page))
    for (const fault of faults) {
      const cell = createCell(page, { response, fault, hasWorker: true })
      report({ ...cell, ...(await runCell(client.context, client.proxy, cell)) })
    }
}

async function createJobs(on: Browser, page: FaultPage) {
  const clientOptions = { page, hasWorker: false }
  await using recording = await openFaultClient(on, clientOptions)
  // Without a worker nothing can help if the document does not come: the browser says so itself.
  const { responses } = await recordResponses(recording, page)
  const selected = selectResponses(responses, page).filter(
    (response) => getResponseKind(response, page) !== 'document',
  )
  return selected.flatMap((response) =>
    faults.map((fault) => async () => {
      await using client = await openFaultClient(on, clientOptions)
      const cell = createCell(page, { response, fault, hasWorker: false })
      report({ ...cell, ...(await runCell(client.context, client.proxy, cell)) })
    }),
  )
}

/**
 * Opens each dead cell again, alone: on a busy machine, pages that work take longer than 15 seconds beside others. If the page is slow
 * without any fault too, nothing is known about it.
 */
async function repeatDeadCells(on: Browser): Promise<void> {
  for (const [index, cell] of cells.entries()) {
    if (cell.verdict !== 'dead') continue
    await using client = await openFaultClient(on, cell)
    const result = await runCell(client.context, client.proxy, cell)
    await using unharmed = await openFaultClient(on, cell)
    const { ms } = await recordResponses(unharmed, cell.page)
    const isUndecided = result.verdict === 'dead' && ms > BUSY_MACHINE_MS
    cells[index] = { ...cell, ...result, ...(isUndecided && { verdict: 'undecided' as const }) }
    process.stdout.write(`again ${formatCell(cells[index])} | ${ms} ms without a fault\n`)
  }
}

/** 2 if the machine is too busy to tell. */
function getExitCode(): number {
  const verdicts = new Set(cells.map(({ verdict }) => verdict))
  if (verdicts.size === 0 || verdicts.has('dead')) return 1
  return verdicts.has('undecided') ? 2 : 0
}

function selectResponses(responses: string[], page: FaultPage): string[] {
  return responses.filter((response) => {
    const kind = getResponseKind(response, page)
    return kind === (options.kind ?? kind)
  })
}

function createCell(page: FaultPage, rest: { response: string; fault: Fault; hasWorker: boolean }) {
  const name = `${page.name} ${rest.response} ${rest.fault} ${rest.hasWorker ? 'worker' : ''}`
  const screenshot = join(PICTURES, `${name.replaceAll(/\W+/g, '-')}.png`)
  return { page, screenshot, kind: getResponseKind(rest.response, page), ...rest }
}

function report(cell: ReportedCell): void {
  cells.push(cell)
  process.stdout.write(`${formatCell(cell)}\n`)
}

async function runJobs(concurrency: number): Promise<void> {
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await job()
    }),
  )
}
