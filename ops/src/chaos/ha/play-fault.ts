import { monitorEventLoopDelay } from 'node:perf_hooks'
import { printLine } from '@dolph/bench/print-line'
import { FULL_RATE } from '../calibrate-rate.ts'
import {
  checkDelivery,
  countDivergentClients,
  findMissingMessages,
  findMissingReceipts,
  readMessageRows,
} from '../consistency-checks.ts'
import type { SendHistory, SendRecord } from '../send-history.ts'
import { startSendingMessages } from '../send-messages.ts'
import type { SimulatedClient } from '../simulated-client.ts'
import { waitUntil } from '../wait-until.ts'
import { waitWhileArriving } from '../wait-while-arriving.ts'
import type { Fault } from './fault.ts'
import type { HaStack } from './ha-stack.ts'
import { MemberWrites } from './member-writes.ts'
import { startReadingPages } from './page-reader.ts'
import type { StatusLog } from './status-log.ts'
import { countOrphans, countWrongCounters, readStoredWrites } from './stored-state.ts'
import { findLongestGap, formatVerdict, isPassed, type Verdict } from './verdict.ts'
import { findWriteFaults, type WriteHistory } from './write-history.ts'

/** For how many seconds' worth messages are acknowledged before and after a fault. */
const WARM_UP_SECONDS = 2
const SETTLE_TIMEOUT_MS = 180_000
/** Longer than the pause before the second attempt of a mail. */
const STALL_MS = 120_000
const EXAMPLES_MAX = 5
const STALL_SHOWN_SECONDS = 1

export interface HaRun {
  stack: HaStack
  clients: Map<string, SimulatedClient>
  history: SendHistory
  statuses: StatusLog
  writes: WriteHistory
  /** How many messages a second are sent. */
  rate: number
}

/**
 * Plays one fault under load, waits until everything is whole again, and compares. What breaks off on the way is told by the verdict too,
 * beside what was lost until then.
 */
export async function playFault(fault: Fault, run: HaRun): Promise<Verdict> {
  const { stack, history, statuses, clients } = run
  printLine(`${fault.name}: ${fault.description}`)
  const sendsBefore = history.sends.length
  statuses.mayLoseResponses = fault.mayLoseResponses ?? false
  const sessions = [...clients.values()].map(({ session }) => session)
  const memberWrites = new MemberWrites(sessions, run.writes, FULL_RATE / run.rate)
  const reader = sessions[0]
  if (!reader) throw new Error('There are no members')
  for (const client of clients.values()) client.resumeReading()
  const stopSending = startSendingMessages([...clients.values()], run.rate)
  const stopReading = startReadingPages(reader)
  await memberWrites.start()

  const delays = monitorEventLoopDelay()
  delays.enable()
  let repairedAt = performance.now()
  const failures: string[] = []
  async function breakAndRepair(): Promise<void> {
    await waitForAcknowledgements(run)
    await fault.play(stack)
    repairedAt = performance.now()
    await restartEnded(stack)
    await stack.cluster.waitUntilWhole()
    const wholeSeconds = (performance.now() - repairedAt) / 1000
    printLine(`  database whole ${wholeSeconds.toFixed(1)} s after the repair`)
    await waitForAcknowledgements(run)
  }
  await breakAndRepair().catch(({ message }: Error) => failures.push(message))
  for (const failure of failures) printLine(`  broke off: ${failure}`)
  stopSending()
  for (const client of clients.values()) client.stopReading()
  await Promise.all([memberWrites.stop(), stopReading()])
  const late = await waitWhileArriving(() => findLate(run), STALL_MS)
  const healedSeconds = (performance.now() - repairedAt) / 1000
  delays.disable()
  const stallSeconds = delays.max / 1e9
  if (stallSeconds > STALL_SHOWN_SECONDS)
    printLine(
      `  the run itself got no processor for ${stallSeconds.toFixed(1)} s: pauses and wrong statuses may be of this machine`,
    )
  for (const example of late.slice(0, EXAMPLES_MAX)) printLine(`  late: ${example}`)

  const verdict = await judge(run, history.sends.slice(sendsBefore), {
    fault,
    healedSeconds,
    late: late.length,
    unknown: failures.length,
  })
  printLine(`  ${formatVerdict(verdict)}${isPassed(verdict) ? '' : ' FAILED'}`)
  return verdict
}

async function waitForAcknowledgements({ history, rate }: HaRun): Promise<void> {
  const countBefore = history.acknowledgedSends().length
  await waitUntil(
    'messages are acknowledged',
    () => history.acknowledgedSends().length >= countBefore + WARM_UP_SECONDS * rate,
    SETTLE_TIMEOUT_MS,
  )
}

/** Starts processes that ended by themselves again, as a supervisor does. */
async function restartEnded({ listEnded }: HaStack): Promise<void> {
  for (const service of listEnded()) {
    printLine(`  ${service.name} had ended by itself and is started again`)
    await service.start()
  }
}

/** What is not settled yet: sends without an answer, clients that differ from PostgreSQL, counters, jobs and mails. */
async function findLate({ stack, clients, history }: HaRun): Promise<string[]> {
  // A worker that ended after the fault would be waited for in vain.
  await restartEnded(stack)
  const { database } = stack
  const rows = await readMessageRows(database)
  const named = [
    ...history.pendingSends().map(({ content }) => `'${content}' has no answer`),
    ...findMissingMessages(rows, clients),
    ...findMissingReceipts(rows, clients),
  ]
  const divergent = countDivergentClients(rows, clients)
  if (named.length === 0 && divergent > 0)
    named.push(`${divergent} clients show what PostgreSQL does not have`)
  const counters = await countWrongCounters(database)
  const orphans = await countOrphans(stack)
  return [
    ...named,
    ...Array.from({ length: counters }, () => 'a counter differs from its rows'),
    ...Array.from({ length: orphans }, () => 'a job, mail, event or file is left'),
  ]
}

async function judge(
  { stack, clients, history, statuses, writes }: HaRun,
  sends: SendRecord[],
  known: { fault: Fault; healedSeconds: number; late: number; unknown: number },
): Promise<Verdict> {
  const { database } = stack
  const rows = await readMessageRows(database)
  const delivery = checkDelivery(rows, history, clients)
  const stored = await readStoredWrites(stack, [...clients.keys()])
  const writeFaults = findWriteFaults(writes, stored)
  const counts = statuses.takeCounts()
  const { fault, healedSeconds, late, unknown } = known
  printLine(
    `  ${sends.length} messages; ${writes.formatSummary()} so far; ${counts.responses} responses, ${counts.unavailable} of them 503, ${counts.unanswered} missing`,
  )
  const examples = [...counts.examples, ...writeFaults.lost, ...writeFaults.duplicated]
  for (const example of examples.slice(0, EXAMPLES_MAX)) printLine(`  ${example}`)
  return {
    lost: delivery.lost + writeFaults.lost.length,
    duplicated: delivery.duplicated + delivery.unexpected + writeFaults.duplicated.length,
    disordered: delivery.disordered,
    late,
    unknown,
    counters: await countWrongCounters(database),
    orphans: await countOrphans(stack),
    wrongStatus: counts.wrong,
    gapSeconds: findLongestGap(sends) / 1000,
    gapSecondsMax: fault.gapSecondsMax,
    healedSeconds,
  }
}
