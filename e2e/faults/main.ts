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
    /** `2/7` is the second seventh of the cells. */
    share: { type: 'string', default: '1/1' },
    concurrency: { type: 'string', default: '6' },
  },
})
interface RecordedPage {
  responses: string[]
  hasWorker: boolean
}

const faults = FAULTS.filter((fault) => fault === (options.fault ?? fault))
const [share = 0, shares = 0] = options.share.split('/').map(Number)
if (!(share >= 1 && share <= shares)) throw new Error('--share takes a part of all, such as 2/7')
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
  for (const cell of createCells(page, { responses, hasWorker: true }))
    report({ ...cell, ...(await runCell(client.context, client.proxy, cell)) })
}

async function createJobs(on: Browser, page: FaultPage) {
  const clientOptions = { page, hasWorker: false }
  await using recording = await openFaultClient(on, clientOptions)
  // Without a worker nothing can help if the document does not come: the browser says so itself.
  const { responses } = await recordResponses(recording, page)
  return createCells(page, { responses, hasWorker: false })
    .filter(({ kind }) => kind !== 'document')
    .map((cell) => async () => {
      await using client = await openFaultClient(on, clientOptions)
      report({ ...cell, ...(await runCell(client.context, client.proxy, cell)) })
    })
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

/** The cells of the share, spread over responses and faults; sorted, because responses arrive in another order each time. */
function createCells(page: FaultPage, { responses, hasWorker }: RecordedPage) {
  return responses
    .toSorted()
    .map((response) => ({ response, kind: getResponseKind(response, page) }))
    .filter(({ kind }) => kind === (options.kind ?? kind))
    .flatMap((response) => faults.map((fault) => ({ ...response, fault })))
    .filter((_, index) => index % shares === share - 1)
    .map((cell) => {
      const name = `${page.name} ${cell.response} ${cell.fault} ${hasWorker ? 'worker' : ''}`
      return {
        ...cell,
        page,
        hasWorker,
        screenshot: join(PICTURES, `${name.replaceAll(/\W+/g, '-')}.png`),
      }
    })
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
