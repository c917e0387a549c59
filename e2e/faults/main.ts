import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_PATH } from '../chromium.ts'
import { database, signInNewMember } from '../members.ts'
import { startAppServer } from '../start-app-server.ts'
import type { Fault } from './fault-proxy.ts'
import { getResponseKind, openFaultClient, recordResponses } from './fault-client.ts'
import { formatReport, type ReportedCell } from './fault-report.ts'
import { createFaultPages, type FaultPage } from './pages.ts'
import { runCell } from './run-cell.ts'

/** Opens every page with one fault in one response, for each response and each fault: `pnpm faults`. */
const FAULTS: Fault[] = ['reset', 'silent', 'stalled', 'tooMany', 'unavailable', 'late']
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
const seconds = Math.round((performance.now() - start) / 1_000)
process.stdout.write(formatReport(cells, { faults, seconds }))
const isPassed = cells.length > 0 && cells.every(({ verdict }) => verdict !== 'dead')
process.exitCode = isPassed ? 0 : 1

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
    if (options.worker !== 'without') jobs.unshift(() => runWithWorker(on, page, member.id))
    if (options.worker !== 'with') jobs.push(...(await createJobs(on, page, member.id)))
  }
}

/** One after the other in one context: a worker belongs to an origin, and installing it loads every file of the product. */
async function runWithWorker(on: Browser, page: FaultPage, id: string): Promise<void> {
  await using client = await openFaultClient(on, { page, member: { id }, hasWorker: true })
  for (const response of selectResponses(await recordResponses(client, page), page))
    for (const fault of faults) {
      const cell = createCell(page, { response, fault, hasWorker: true })
      report({ ...cell, ...(await runCell(client.context, client.proxy, cell)) })
    }
}

async function createJobs(on: Browser, page: FaultPage, id: string) {
  const clientOptions = { page, member: { id }, hasWorker: false }
  await using recording = await openFaultClient(on, clientOptions)
  // Without a worker nothing can help if the document does not come: the browser says so itself.
  const responses = selectResponses(await recordResponses(recording, page), page).filter(
    (response) => getResponseKind(response, page) !== 'document',
  )
  return responses.flatMap((response) =>
    faults.map((fault) => async () => {
      await using client = await openFaultClient(on, clientOptions)
      const cell = createCell(page, { response, fault, hasWorker: false })
      report({ ...cell, ...(await runCell(client.context, client.proxy, cell)) })
    }),
  )
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
  const worker = cell.hasWorker ? ' (worker)' : ''
  process.stdout.write(
    `${cell.verdict.padEnd(5)} ${String(cell.ms).padStart(6)} ms ${cell.page.name}${worker} ${cell.kind} ${cell.fault} ${cell.response} ${cell.detail}\n`,
  )
}

async function runJobs(concurrency: number): Promise<void> {
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await job()
    }),
  )
}
