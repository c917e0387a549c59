import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createSimulatedClients } from '../chaos/create-simulated-clients.ts'
import { SendHistory } from '../chaos/send-history.ts'
import { printLine } from '../print-line.ts'
import { startDrillLoad } from './drill-load.ts'
import { FailedRequestError } from './drill-session.ts'
import {
  findFailedRequests,
  findLostWrites,
  findUnsettledWork,
  readWarnings,
} from './roll-faults.ts'
import { startRollStack, type RollStack } from './roll-stack.ts'
import { WriteJournal } from './write-journal.ts'

const SOCKET_COUNT = 12
/** How long one version serves alone, before and after. */
const ALONE_MS = 3_000
/** How long the states last in which the versions can disturb each other. Interval tasks of the worker run every five seconds. */
const MIXED_MS = 5_500
const FAULT_KINDS_MAX = 20
const ID_PATTERN = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/**
 * Rolls from the version of a commit to that of the working tree, under load. No request may fail, and nothing that was acknowledged may be
 * lost or stored twice. Returns whether that held.
 */
export async function runRollDrill(from: string): Promise<boolean> {
  const startedAt = performance.now()
  await using stack = await startRollStack(from)
  const { url, database, databaseUrl, directory, exchanges } = stack
  const [journal, history] = [new WriteJournal(), new SendHistory()]
  const clients = await createSimulatedClients(database, databaseUrl, {
    ...{ url, count: SOCKET_COUNT, history },
  })
  for (const client of clients.values()) client.start()
  const load = startDrillLoad({
    ...{ url, journal, mailServer: stack.mailServer },
    clients: [...clients.values()],
  })

  const failed: string[] = []
  await rollVersions(stack).catch(({ message }: Error) => failed.push(message))
  const visitFailures = await load.stop()
  const written = { database, clients, history, journal }
  failed.push(
    ...visitFailures
      .filter((error) => !(error instanceof FailedRequestError))
      .map(({ message }) => message),
    ...findFailedRequests(stack),
    ...(await findUnsettledWork(written)),
    ...(await readWarnings(stack)),
  )
  const lost = await findLostWrites(written)
  for (const client of clients.values()) client.close()

  printFaults([...failed, ...visitFailures.map(({ message }) => message), ...lost])
  printLine(`acknowledged: ${journal.formatSummary()}; by sockets: ${history.formatSummary()}`)
  const isPassed = failed.length + lost.length === 0
  if (isPassed) await rm(directory, { recursive: true })
  else printLine(`the logs of the servers are in ${directory}`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  printLine(
    `failed=${failed.length} lost=${lost.length} requests=${exchanges.length} seconds=${seconds}`,
  )
  return isPassed
}

/** The previous version serves, the new migrations are applied beside it, both versions serve, the previous one is stopped. */
async function rollVersions(stack: RollStack): Promise<void> {
  const { previous, next, hash, exchanges } = stack
  let reportedCount = 0
  function reportPhase(description: string): void {
    const served = exchanges.slice(reportedCount)
    reportedCount = exchanges.length
    const count = (port: number) => served.filter((exchange) => exchange.port === port).length
    printLine(`${description}; requests: ${count(previous.port)} previous, ${count(next.port)} new`)
  }

  await wait(ALONE_MS)
  reportPhase(`the previous version (${hash}) served alone`)
  printLine((await stack.migrate()).trim())
  reportPhase('the new version migrated the database')
  await wait(MIXED_MS)
  reportPhase('the previous version served on the migrated database')
  await next.start()
  reportPhase('the new version started')
  await wait(MIXED_MS)
  reportPhase('both versions served')
  const exitCode = await previous.stop()
  reportPhase(`the previous version stopped with exit code ${exitCode}`)
  await wait(ALONE_MS)
  reportPhase('the new version served alone')
  if (exitCode !== 0) throw new Error(`the previous version stopped with exit code ${exitCode}`)
}

/** Prints each kind of fault once, with its number. */
function printFaults(faults: string[]): void {
  const kinds = Map.groupBy(faults, (fault) => fault.replaceAll(ID_PATTERN, ':id'))
  for (const [kind, { length }] of [...kinds].slice(0, FAULT_KINDS_MAX))
    printLine(`${length} × ${kind}`)
}
