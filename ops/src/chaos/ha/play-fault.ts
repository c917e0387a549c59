import { printLine } from '@dolph/bench/print-line'
import { checkDelivery, countDivergentClients, readMessageRows } from '../consistency-checks.ts'
import type { SendHistory, SendRecord } from '../send-history.ts'
import { startSendingMessages } from '../send-messages.ts'
import type { SimulatedClient } from '../simulated-client.ts'
import { waitUntil } from '../wait-until.ts'
import type { Fault } from './fault.ts'
import type { HaStack } from './ha-stack.ts'
import { MemberWrites } from './member-writes.ts'
import { startReadingPages } from './page-reader.ts'
import type { StatusLog } from './status-log.ts'
import { countOrphans, countWrongCounters, readStoredWrites } from './stored-state.ts'
import { findLongestGap, formatVerdict, isPassed, type Verdict } from './verdict.ts'
import { findWriteFaults, type WriteHistory } from './write-history.ts'

const MESSAGES_PER_SECOND = 60
/** How many messages are acknowledged before and after a fault. */
const WARM_UP_MESSAGES = 120
const SETTLE_TIMEOUT_MS = 180_000
const EXAMPLES_MAX = 5

export interface HaRun {
  stack: HaStack
  clients: Map<string, SimulatedClient>
  history: SendHistory
  statuses: StatusLog
  writes: WriteHistory
}

/** Plays one fault under load, waits until everything is whole again, and compares. */
export async function playFault(fault: Fault, run: HaRun): Promise<Verdict> {
  const { stack, history, statuses, clients } = run
  printLine(`${fault.name}: ${fault.description}`)
  const sendsBefore = history.sends.length
  statuses.mayLoseResponses = fault.mayLoseResponses ?? false
  const sessions = [...clients.values()].map(({ session }) => session)
  const memberWrites = new MemberWrites(sessions, run.writes)
  const reader = sessions[0]
  if (!reader) throw new Error('There are no members')
  for (const client of clients.values()) client.resumeReading()
  const stopSending = startSendingMessages([...clients.values()], MESSAGES_PER_SECOND)
  const stopReading = startReadingPages(reader)
  await memberWrites.start()
  await waitForAcknowledgements(history)

  await fault.play(stack)
  const repairedAt = performance.now()
  await restartEnded(stack)
  await stack.cluster.waitUntilWhole()
  const wholeAt = performance.now()
  await waitForAcknowledgements(history)
  stopSending()
  for (const client of clients.values()) client.stopReading()
  await Promise.all([memberWrites.stop(), stopReading()])
  await waitUntil(
    'all sends are settled',
    () => history.pendingSends().length === 0,
    SETTLE_TIMEOUT_MS,
  )
  await waitUntilSettled(run)
  const healedSeconds = (performance.now() - repairedAt) / 1000

  const verdict = await judge(run, history.sends.slice(sendsBefore), { fault, healedSeconds })
  printLine(`  database whole ${((wholeAt - repairedAt) / 1000).toFixed(1)} s after the repair`)
  printLine(`  ${formatVerdict(verdict)}${isPassed(verdict) ? '' : ' FAILED'}`)
  return verdict
}

async function waitForAcknowledgements(history: SendHistory): Promise<void> {
  const countBefore = history.acknowledgedSends().length
  await waitUntil(
    'messages are acknowledged',
    () => history.acknowledgedSends().length >= countBefore + WARM_UP_MESSAGES,
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

/** Waits until nothing changes any more: clients, counters, jobs and mails. What is still wrong after the wait is judged. */
async function waitUntilSettled(run: HaRun): Promise<void> {
  const { stack } = run
  await waitUntil(
    'all clients, counters and jobs are up to date',
    async () => {
      // A worker that ended after the fault would be waited for in vain.
      await restartEnded(stack)
      return isSettled(run)
    },
    SETTLE_TIMEOUT_MS,
  ).catch((error: Error) => printLine(`  ${error.message}`))
}

async function isSettled({ stack, clients }: HaRun): Promise<boolean> {
  const { database } = stack
  return (
    countDivergentClients(await readMessageRows(database), clients) === 0 &&
    (await countWrongCounters(database)) === 0 &&
    (await countOrphans(stack)) === 0
  )
}

async function judge(
  { stack, clients, history, statuses, writes }: HaRun,
  sends: SendRecord[],
  { fault, healedSeconds }: { fault: Fault; healedSeconds: number },
): Promise<Verdict> {
  const { database } = stack
  const rows = await readMessageRows(database)
  const delivery = checkDelivery(rows, history, clients)
  const stored = await readStoredWrites(stack, [...clients.keys()])
  const writeFaults = findWriteFaults(writes, stored)
  const counts = statuses.takeCounts()
  const divergent = countDivergentClients(rows, clients)
  printLine(
    `  ${sends.length} messages; ${writes.formatSummary()} so far; ${counts.responses} responses, ${counts.unavailable} of them 503, ${counts.unanswered} missing`,
  )
  const examples = [...counts.examples, ...writeFaults.lost, ...writeFaults.duplicated]
  for (const example of examples.slice(0, EXAMPLES_MAX)) printLine(`  ${example}`)
  if (divergent > 0) printLine(`  ${divergent} clients differ from PostgreSQL`)
  return {
    lost: delivery.lost + writeFaults.lost.length + divergent,
    duplicated: delivery.duplicated + delivery.unexpected + writeFaults.duplicated.length,
    disordered: delivery.disordered,
    counters: await countWrongCounters(database),
    orphans: await countOrphans(stack),
    wrongStatus: counts.wrong,
    gapSeconds: findLongestGap(sends) / 1000,
    gapSecondsMax: fault.gapSecondsMax,
    healedSeconds,
  }
}
