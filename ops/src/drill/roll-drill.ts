import { rm } from 'node:fs/promises'
import { printLine } from '@dolph/bench/print-line'
import { calibrateRate } from '../chaos/calibrate-rate.ts'
import { createSimulatedClients } from '../chaos/create-simulated-clients.ts'
import { SendHistory } from '../chaos/send-history.ts'
import { createTeams, startChangingTeams } from '../chaos/team-changes.ts'
import { waitWhileArriving } from '../chaos/wait-while-arriving.ts'
import { startDrillLoad } from './drill-load.ts'
import { FailedRequestError } from './drill-session.ts'
import { OpenPages } from './open-pages.ts'
import {
  findAssetFaults,
  findFailedRequests,
  findLostWrites,
  findUnsettledWork,
  readWarnings,
} from './roll-faults.ts'
import { startRollStack } from './roll-stack.ts'
import { rollForthAndBack } from './roll-versions.ts'
import { WriteJournal } from './write-journal.ts'

const SOCKET_COUNT = 100
const SOCKET_GAP_MAX_MS = 12_000
const FAULT_KINDS_MAX = 20
const ID_PATTERN = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/**
 * Rolls from the version of a commit to that of the working tree and back, under load. No request may fail, nothing that was acknowledged
 * may be lost or stored twice, and every page gets all its assets from whatever version serves. Returns whether that held.
 */
export async function runRollDrill(from: string, rate?: number): Promise<boolean> {
  const { isPassed, directory } = await rollUnderLoad(from, rate)
  // Not before the servers have stopped, which write into it.
  if (isPassed) await rm(directory, { recursive: true })
  return isPassed
}

async function rollUnderLoad(from: string, rate?: number) {
  const startedAt = performance.now()
  await using stack = await startRollStack(from)
  const { url, database, databaseUrl, directory, exchanges } = stack
  const preparedAt = performance.now()
  const [journal, history, pages] = [new WriteJournal(), new SendHistory(), new OpenPages(url)]
  const clients = await createSimulatedClients(database, databaseUrl, {
    url,
    count: SOCKET_COUNT,
    history,
  })
  const teams = await createTeams(database, [...clients.values()])
  for (const client of clients.values()) client.start()
  await waitWhileArriving(() =>
    [...clients.values()].filter(({ isConnected }) => !isConnected).map(({ memberId }) => memberId),
  )
  const messagesPerSecond = rate ?? (await calibrateRate([...clients.values()], history))
  const changes = startChangingTeams(database, clients, teams)
  const load = startDrillLoad({
    url,
    journal,
    pages,
    messagesPerSecond,
    mailServer: stack.mailServer,
    clients: [...clients.values()],
  })

  const failed: string[] = []
  await rollForthAndBack(stack).catch(({ message }: Error) => failed.push(message))
  const { joined, left } = await changes.stop()
  const { failures: visitFailures, longestSocketGapMs } = await load.stop()
  pages.close()
  const written = { database, clients, teams, history, journal }
  failed.push(
    ...visitFailures
      .filter((error) => !(error instanceof FailedRequestError))
      .map(({ message }) => message),
    ...findFailedRequests(stack),
    ...(await findUnsettledWork(written)),
    ...(await readWarnings(stack)),
  )
  if (longestSocketGapMs > SOCKET_GAP_MAX_MS)
    failed.push(`a client had no socket for ${formatSeconds(longestSocketGapMs)} s`)
  const assetFaults = findAssetFaults(stack, pages)
  const unseen = [...stack.differingAssets].filter((name) => !pages.assetNames.has(name))
  failed.push(...unseen.map((name) => `no page asked for ${name}`))
  const lost = await findLostWrites(written)
  for (const client of clients.values()) client.close()

  printFaults([...failed, ...visitFailures.map(({ message }) => message), ...assetFaults, ...lost])
  printLine(`acknowledged: ${journal.formatSummary()}; by sockets: ${history.formatSummary()}`)
  printLine(`${joined} members joined a team, ${left} left one`)
  const isPassed = failed.length + lost.length + assetFaults.length === 0
  if (!isPassed) printLine(`the logs of the servers are in ${directory}`)
  const now = performance.now()
  printLine(
    `failed=${failed.length} lost=${lost.length} asset404=${assetFaults.length} ` +
      `assets=${pages.assetNames.size} requests=${exchanges.length} rate=${messagesPerSecond} socket-gap=${formatSeconds(longestSocketGapMs)} ` +
      `prepared=${formatSeconds(preparedAt - startedAt)} seconds=${formatSeconds(now - startedAt)}`,
  )
  return { isPassed, directory }
}

function formatSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}

/** Prints each kind of fault once, with its number. */
function printFaults(faults: string[]): void {
  const kinds = Map.groupBy(faults, (fault) => fault.replaceAll(ID_PATTERN, ':id'))
  for (const [kind, { length }] of [...kinds].slice(0, FAULT_KINDS_MAX))
    printLine(`${length} × ${kind}`)
}
