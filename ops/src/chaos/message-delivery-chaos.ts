import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { printLine } from '@dolph/bench/print-line'
import type pg from 'pg'
import { startLoadBalancer } from './load-balancer.ts'
import type { SimulatedClient } from './simulated-client.ts'
import { createSimulatedClients } from './create-simulated-clients.ts'
import {
  findLeaks,
  findMissingInRooms,
  findWrongRoomMembers,
  readRoomPlaces,
  readRoomRows,
} from './room-checks.ts'
import { findStale, readRevisedRows, startReacting } from './message-reactions.ts'
import { SendHistory, type SendRecord } from './send-history.ts'
import { startSendingMessages } from './send-messages.ts'
import {
  createApiService,
  createPostgresService,
  createRedisService,
  type Service,
} from './services.ts'
import {
  checkDelivery,
  countDivergentClients,
  findMissingMessages,
  findMissingReceipts,
  readMessageRows,
} from './consistency-checks.ts'
import { createTeams, startChangingTeams, type Team } from './team-changes.ts'
import { waitWhileArriving } from './wait-while-arriving.ts'

const FULL_RUN = {
  members: 400,
  messagesPerSecond: 200,
  minDurationMs: 60_000,
  uptimeBetweenKillsMs: 6_000,
  downMs: 4_000,
}
const SHORT_RUN = {
  members: 100,
  messagesPerSecond: 100,
  minDurationMs: 0,
  uptimeBetweenKillsMs: 1_500,
  downMs: 1_500,
}
const EXAMPLES_MAX = 5
/** How often somebody reacts to a message. */
const REACTIONS_PER_MESSAGE = 0.1

interface ChaosRun {
  database: pg.Pool
  clients: Map<string, SimulatedClient>
  teams: Team[]
  history: SendHistory
}

interface Verdict {
  lost: number
  duplicated: number
  disordered: number
  /** Messages of rooms that reached somebody who was not on the team. */
  leaked: number
  /** Messages of which a client has an earlier version than PostgreSQL. */
  stale: number
  /** What clients still did not show when nothing more arrived. */
  late: number
}

/**
 * Members write to each other and to the rooms of their teams, which people join and leave, through two API processes while Redis, one of
 * the processes and PostgreSQL are killed in turn. No acknowledged message may be lost, duplicated or reordered, none may reach somebody who
 * is not on the team, and in the end every client must show what PostgreSQL has, with the reactions. Returns whether that held. The last line tells it also when
 * the run breaks off.
 */
export async function runMessageDeliveryChaos(isShort: boolean, rate?: number): Promise<boolean> {
  const directory = await mkdtemp(join(tmpdir(), 'dolph-chaos-'))
  // PostgreSQL may run as another user.
  await chmod(directory, 0o755)
  const size = isShort ? SHORT_RUN : FULL_RUN
  const result = await playRun(directory, {
    ...size,
    messagesPerSecond: rate ?? size.messagesPerSecond,
  }).catch(reportEnd)
  const isPassed =
    result !== undefined &&
    result.recoverySeconds.length === result.killedCount &&
    Object.values(result.verdict).every((count) => count === 0)
  if (isPassed) await rm(directory, { recursive: true })
  else printLine(`the logs of the servers are in ${directory}`)
  printLine(
    result
      ? formatVerdict(result)
      : 'lost=? duplicated=? disordered=? leaked=? stale=? late=? unknown=? healed=?',
  )
  return isPassed
}

type RunResult = Awaited<ReturnType<typeof playRun>>

function formatVerdict({ verdict, unknown, recoverySeconds, killedCount }: RunResult): string {
  const counts = Object.entries(verdict).map(([name, count]) => `${name}=${count}`)
  const healed =
    recoverySeconds.length < killedCount ? '?' : Math.max(...recoverySeconds).toFixed(1)
  return [...counts, `unknown=${unknown}`, `healed=${healed}`].join(' ')
}

function reportEnd({ message }: Error): undefined {
  printLine(`the run broke off: ${message}`)
}

async function playRun(
  directory: string,
  { members, messagesPerSecond, minDurationMs, uptimeBetweenKillsMs, downMs }: typeof FULL_RUN,
) {
  const [postgres, redis] = [
    await createPostgresService(directory),
    await createRedisService(directory),
  ]
  await Promise.all([postgres.start(), redis.start()])
  await using db = openDatabase(postgres.url)
  await migrateDatabase(db)
  const dependencies = { directory, database: postgres.url, redis: redis.url }
  const killedProcess = await createApiService('process one', dependencies)
  const processes = [killedProcess, await createApiService('process two', dependencies)]
  await Promise.all(processes.map(({ start }) => start()))
  await using balancer = await startLoadBalancer(processes.map(({ port }) => port))

  const history = new SendHistory()
  const { url } = balancer
  const clients = await createSimulatedClients(db.pool, postgres.url, {
    url,
    count: members,
    history,
  })
  const all = [...clients.values()]
  const teams = await createTeams(db.pool, all)
  const run = { database: db.pool, clients, teams, history }
  for (const client of all) client.start()
  reportMissing(
    'without a socket',
    await waitWhileArriving(() =>
      all.filter(({ isConnected }) => !isConnected).map(({ memberId }) => `member ${memberId}`),
    ),
  )
  printLine(
    `${members} members and ${teams.length} teams on two processes with ${balancer.countConnections().join(' and ')} connections`,
  )

  const stopSending = startSendingMessages(all, messagesPerSecond)
  const changes = startChangingTeams(db.pool, clients, teams)
  const stopReacting = startReacting(all, messagesPerSecond * REACTIONS_PER_MESSAGE)
  const startedAt = performance.now()
  const recoverySeconds: number[] = []
  const killed = [redis, killedProcess, postgres]
  async function killInTurn(): Promise<void> {
    for (const service of killed) {
      await wait(uptimeBetweenKillsMs)
      recoverySeconds.push(await killAndRestart(service, downMs, run))
    }
    await wait(Math.max(0, startedAt + minDurationMs - performance.now()))
  }
  // What was acknowledged until then is compared all the same.
  await killInTurn().catch(reportEnd)
  stopSending()
  printLine(`${stopReacting()} reactions were stored`)
  const { joined, left } = await changes.stop()
  printLine(`${joined} members joined a team, ${left} left one`)
  for (const client of all) client.stopReading()
  const verdict = await judge(run)
  for (const client of all) client.close()
  for (const service of [...processes, redis, postgres]) await service.kill()
  const unknown = history.sends.filter(({ outcome }) => outcome === 'unknown').length
  return { verdict, unknown, recoverySeconds, killedCount: killed.length }
}

/**
 * Kills a service and starts it again. Returns the seconds from the restart until every earlier send is settled, and every client has all
 * messages and receipts that PostgreSQL had by then.
 */
async function killAndRestart(service: Service, downMs: number, run: ChaosRun): Promise<number> {
  const { clients, history, database } = run
  const killedAt = performance.now()
  await service.kill()
  await wait(downMs)
  await service.start()
  const restartedAt = performance.now()
  const sends = history.pendingSends()
  const unsettled = await waitWhileArriving(() => describePending(sends))
  const rows = await readMessageRows(database)
  const roomRows = await readRoomRows(database)
  const missing = await waitWhileArriving(async () => [
    ...findMissingMessages(rows, clients),
    ...findMissingInRooms(roomRows, await readRoomPlaces(database), clients),
  ])
  const messagesReceivedAt = performance.now()
  const missingReceipts = await waitWhileArriving(() => findMissingReceipts(rows, clients))
  const receiptsReceivedAt = performance.now()
  const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  printLine(
    `${service.name}: down for ${formatSeconds(restartedAt - killedAt)}; all messages received after ${formatSeconds(messagesReceivedAt - restartedAt)}, all receipts after ${formatSeconds(receiptsReceivedAt - restartedAt)}`,
  )
  reportMissing(`missing after the loss of ${service.name}`, [
    ...unsettled,
    ...missing,
    ...missingReceipts,
  ])
  return (receiptsReceivedAt - restartedAt) / 1000
}

/** Waits until every send is settled and every client equals PostgreSQL, or nothing more arrives; then counts what is wrong. */
async function judge(run: ChaosRun): Promise<Verdict> {
  const { database, clients, teams, history } = run
  const started = performance.now()
  const late = await waitWhileArriving(() => findLate(run))
  const took = ((performance.now() - started) / 1000).toFixed(1)
  printLine(`waited ${took} s after the last message until clients had what PostgreSQL has`)
  reportMissing('late', late)
  const rows = await readMessageRows(database)
  const roomRows = await readRoomRows(database)
  const leaks = findLeaks(roomRows, teams, clients)
  reportMissing('leaked', leaks)
  const delivery = checkDelivery(rows, history, clients, roomRows)
  const { lost, duplicated, disordered, unexpected } = delivery
  const stale = await readStale(run)
  reportMissing('stale', stale)
  const toRooms = roomRows.filter(({ line }) => line === null).length
  printLine(
    `${history.sends.length} sent: ${history.formatSummary()}; ${rows.length + toRooms} stored, ${toRooms} of them in rooms, ${unexpected} never sent`,
  )
  return {
    lost,
    duplicated: duplicated + unexpected,
    disordered,
    leaked: leaks.length,
    stale: stale.length,
    late: late.length,
  }
}

/** Describes what is not settled, and what clients show otherwise than PostgreSQL. */
async function findLate(run: ChaosRun): Promise<string[]> {
  const { database, clients, teams, history } = run
  const rows = await readMessageRows(database)
  const named = [
    ...describePending(history.pendingSends()),
    ...findMissingMessages(rows, clients),
    ...findMissingReceipts(rows, clients),
    ...findMissingInRooms(await readRoomRows(database), await readRoomPlaces(database), clients),
    ...(await findWrongRoomMembers(database, teams)),
    ...(await readStale(run)),
  ]
  const divergent = countDivergentClients(rows, clients)
  return named.length > 0 || divergent === 0
    ? named
    : [`${divergent} clients show what PostgreSQL does not have`]
}

async function readStale({ database, clients }: ChaosRun): Promise<string[]> {
  return findStale(await readRevisedRows(database), await readRoomPlaces(database), clients)
}

function describePending(sends: SendRecord[]): string[] {
  return sends
    .filter(({ outcome }) => outcome === 'pending')
    .map(({ content, senderId }) => `'${content}' of member ${senderId} is still being sent`)
}

/** Prints how many things of a kind there are, and the first of them. */
function reportMissing(kind: string, things: string[]): void {
  if (things.length === 0) return
  printLine(`${things.length} ${kind}; the first:`)
  for (const thing of things.slice(0, EXAMPLES_MAX)) printLine(`  ${thing}`)
}
