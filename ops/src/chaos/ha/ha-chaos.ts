import { rm } from 'node:fs/promises'
import { printLine } from '@dolph/bench/print-line'
import { calibrateRate } from '../calibrate-rate.ts'
import { createSimulatedClients } from '../create-simulated-clients.ts'
import { SendHistory } from '../send-history.ts'
import { waitUntil } from '../wait-until.ts'
import { databaseFaults } from './database-faults.ts'
import type { Fault } from './fault.ts'
import { startHaStack, type HaStack } from './ha-stack.ts'
import { openDebianRoot, openThisMachine } from './server-root.ts'
import { describeVersions, installServers } from './install-servers.ts'
import { networkFaults } from './network-faults.ts'
import { createNodeNetworks } from './node-networks.ts'
import { playFault, type HaRun } from './play-fault.ts'
import { serviceFaults } from './service-faults.ts'
import { StatusLog } from './status-log.ts'
import { addVerdicts, formatVerdict, isPassed, type Verdict } from './verdict.ts'
import { WriteHistory } from './write-history.ts'

const FAULTS = [...databaseFaults, ...serviceFaults, ...networkFaults]
const SHORT_RUN = ['machine', 'freeze', 'standby', 'redis', 'api']
const MEMBER_COUNT = 100

interface RunOptions {
  short: boolean
  /** The release of Debian whose database servers run, by default that of this machine. */
  debian?: string | undefined
}

/**
 * Members write while parts of a trio fail, one after another. Nothing acknowledged may be lost, duplicated or reordered, and nothing may
 * be left behind. Returns whether that held.
 */
export async function runHaChaos(names: string[], options: RunOptions): Promise<boolean> {
  const faults = selectFaults(names, options.short)
  // Each server adds a listener for the end of this process.
  process.setMaxListeners(0)
  const verdicts: Verdict[] = []
  const directory = await installServers()
    .then(() => playFaults(faults, verdicts, options.debian))
    .catch((error: unknown) => {
      printLine(`ended early: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    })
  const total = addVerdicts(verdicts)
  total.unknown += faults.length - verdicts.length
  const hasPassed = directory !== undefined && total.unknown === 0 && verdicts.every(isPassed)
  if (hasPassed) await rm(directory, { recursive: true, force: true })
  else if (directory !== undefined) printLine(`the logs of the servers are in ${directory}`)
  printLine(formatVerdict(total))
  return hasPassed
}

/** Adds a verdict for each fault. What ends the run early leaves those of the faults before it. Returns the folder with the logs. */
async function playFaults(
  faults: Fault[],
  verdicts: Verdict[],
  debian: string | undefined,
): Promise<string> {
  const startedAt = performance.now()
  const root = debian === undefined ? await openThisMachine() : await openDebianRoot(debian)
  printLine(await describeVersions(root))
  const networks = faults.some(({ needsNetworks }) => needsNetworks)
    ? await createNodeNetworks()
    : undefined
  await using stack = await startHaStack({
    root,
    ...(networks && { networks }),
    hasSmallDisks: faults.some(({ needsSmallDisks }) => needsSmallDisks),
    hasFakeClocks: faults.some(({ needsFakeClocks }) => needsFakeClocks),
  })
  const run = await createRun(stack)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  printLine(
    `three database nodes, two API processes, two workers and ${MEMBER_COUNT} members after ${seconds} s; logs in ${stack.directory}`,
  )
  for (const fault of faults) {
    if (fault.needsNetworks && !networks)
      printLine(`${fault.name}: not played, because this system has no network namespaces`)
    else verdicts.push(await playFault(fault, run))
    // What broke off may have left the cluster in a state that the next fault does not expect.
    if ((verdicts.at(-1)?.unknown ?? 0) > 0 && !(await stack.cluster.isWhole())) break
  }
  for (const client of run.clients.values()) client.close()
  return stack.directory
}

function selectFaults(names: string[], isShort: boolean): Fault[] {
  const wanted = names.length > 0 ? names : isShort ? SHORT_RUN : FAULTS.map(({ name }) => name)
  return wanted.map((name) => {
    const fault = FAULTS.find((each) => each.name === name)
    const available = FAULTS.map((each) => each.name).join(', ')
    if (!fault) throw new Error(`Unknown fault '${name}'; available: ${available}`)
    return fault
  })
}

async function createRun(stack: HaStack): Promise<HaRun> {
  const history = new SendHistory()
  const statuses = new StatusLog()
  const clients = await createSimulatedClients(stack.database, stack.databaseUrl, {
    url: stack.url,
    count: MEMBER_COUNT,
    history,
    onResponse: statuses.record,
  })
  await createReaderAccount(stack, [...clients.keys()][0] ?? '')
  for (const client of clients.values()) client.start()
  await waitUntil('all clients are connected', () =>
    [...clients.values()].every(({ isConnected }) => isConnected),
  )
  const rate = await calibrateRate([...clients.values()], history)
  statuses.takeCounts()
  return { stack, clients, history, statuses, writes: new WriteHistory(), rate }
}

/** The member who reads pages also opens those that need an account. */
async function createReaderAccount({ database }: HaStack, memberId: string): Promise<void> {
  await database.query(
    `insert into accounts (member_id, email, google_sub, verified_at)
     values ($1, 'reader@example.test', 'reader', now())`,
    [memberId],
  )
}
