import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@dolph/api/db/database'
import { migrateDatabase } from '@dolph/api/db/migrate-database'
import { printLine } from '@dolph/bench/print-line'
import type pg from 'pg'
import { startLoadBalancer } from './load-balancer.ts'
import type { SimulatedClient } from './simulated-client.ts'
import { createSimulatedClients } from './create-simulated-clients.ts'
import { SendHistory, type SendRecord } from './send-history.ts'
import { startSendingMessages } from './send-messages.ts'
import {
  createApiService,
  createPostgresService,
  createRedisService,
  type Service,
} from './services.ts'
import {
  countDivergentClients,
  isReceiptKnownToBoth,
  isReceivedByBoth,
  checkDelivery,
  readMessageRows,
} from './consistency-checks.ts'
import { waitUntil } from './wait-until.ts'

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
const WAIT_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 100

interface ChaosRun {
  database: pg.Pool
  clients: Map<string, SimulatedClient>
  history: SendHistory
}

/**
 * Members write to each other through two API processes while Redis, one of the processes and PostgreSQL are killed in turn.
 * No acknowledged message may be lost, duplicated or reordered, and in the end every client must show what PostgreSQL has.
 * Returns whether that held.
 */
export async function runMessageDeliveryChaos(isShort: boolean): Promise<boolean> {
  const { members, messagesPerSecond, minDurationMs, uptimeBetweenKillsMs, downMs } = isShort
    ? SHORT_RUN
    : FULL_RUN
  const directory = await mkdtemp(join(tmpdir(), 'dolph-chaos-'))
  // PostgreSQL may run as another user.
  await chmod(directory, 0o755)
  const [postgres, redis] = [
    await createPostgresService(directory),
    await createRedisService(directory),
  ]
  await Promise.all([postgres.start(), redis.start()])
  await using db = openDatabase(postgres.url)
  await migrateDatabase(db)
  const dependencies = { directory, database: postgres.url, redis: redis.url }
  const processes = [
    await createApiService('process one', dependencies),
    await createApiService('process two', dependencies),
  ]
  await Promise.all(processes.map(({ start }) => start()))
  await using balancer = await startLoadBalancer(processes.map(({ port }) => port))

  const history = new SendHistory()
  const { url } = balancer
  const clients = await createSimulatedClients(db.pool, postgres.url, {
    url,
    count: members,
    history,
  })
  const run = { database: db.pool, clients, history }
  for (const client of clients.values()) client.start()
  await waitUntil('all clients are connected', () =>
    [...clients.values()].every((each) => each.isConnected),
  )
  printLine(
    `${members} members on two processes with ${balancer.countConnections().join(' and ')} connections`,
  )

  const stopSending = startSendingMessages([...clients.values()], messagesPerSecond)
  const startedAt = performance.now()
  const recoverySeconds: number[] = []
  const [killedProcess] = processes
  for (const service of [redis, ...(killedProcess ? [killedProcess] : []), postgres]) {
    await wait(uptimeBetweenKillsMs)
    recoverySeconds.push(await killAndRestart(service, downMs, run))
  }
  await wait(Math.max(0, startedAt + minDurationMs - performance.now()))
  stopSending()
  for (const client of clients.values()) client.stopReading()
  const isConsistent = await waitUntilConsistent(run)
  const isPassed =
    reportResult(await readMessageRows(db.pool), run, Math.max(...recoverySeconds)) && isConsistent

  for (const client of clients.values()) client.close()
  for (const service of [...processes, redis, postgres]) await service.kill()
  if (isPassed) await rm(directory, { recursive: true })
  else printLine(`the logs of the servers are in ${directory}`)
  return isPassed
}

/**
 * Kills a service and starts it again. Returns the seconds from the restart until every client has received all messages and
 * receipts that PostgreSQL had by then, and every earlier send is settled.
 */
async function killAndRestart(service: Service, downMs: number, run: ChaosRun): Promise<number> {
  const { clients, history, database } = run
  const killedAt = performance.now()
  await service.kill()
  await wait(downMs)
  await service.start()
  const restartedAt = performance.now()
  const rows = await readMessageRows(database)
  const pendingSends = history.pendingSends()
  const event = `the loss of ${service.name}`
  await waitUntil(`both clients have all messages after ${event}`, () => {
    const isSettled = pendingSends.every(
      (send) => send.outcome !== 'pending' && hasReachedBothClients(send, clients),
    )
    return isSettled && rows.every((row) => isReceivedByBoth(row, clients))
  })
  const messagesReceivedAt = performance.now()
  await waitUntil(`both clients have all receipts after ${event}`, () =>
    rows.every((row) => isReceiptKnownToBoth(row, clients)),
  )
  const receiptsReceivedAt = performance.now()
  const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  printLine(
    `${service.name}: down for ${formatSeconds(restartedAt - killedAt)}; all messages received after ${formatSeconds(messagesReceivedAt - restartedAt)}, all receipts after ${formatSeconds(receiptsReceivedAt - restartedAt)}`,
  )
  return (receiptsReceivedAt - restartedAt) / 1000
}

function hasReachedBothClients(
  { messageId, senderId, peerId }: SendRecord,
  clients: Map<string, SimulatedClient>,
): boolean {
  if (messageId === null) return true
  return [senderId, peerId].every((id) => clients.get(id)?.messages.has(messageId))
}

/** Waits until all sends are settled and returns whether every client equals PostgreSQL. */
async function waitUntilConsistent({ database, clients, history }: ChaosRun): Promise<boolean> {
  const started = performance.now()
  await waitUntil('all sends are settled', () => history.pendingSends().length === 0)
  let divergent = countDivergentClients(await readMessageRows(database), clients)
  while (divergent > 0 && performance.now() - started < WAIT_TIMEOUT_MS) {
    await wait(POLL_INTERVAL_MS)
    divergent = countDivergentClients(await readMessageRows(database), clients)
  }
  const took = ((performance.now() - started) / 1000).toFixed(1)
  printLine(
    `${divergent} of ${clients.size} clients differ from PostgreSQL ${took} s after the last message`,
  )
  return divergent === 0
}

function reportResult(
  rows: Parameters<typeof checkDelivery>[0],
  run: ChaosRun,
  recoverySeconds: number,
): boolean {
  const { clients, history } = run
  const { lost, duplicated, disordered, unexpected } = checkDelivery(rows, history, clients)
  printLine(
    `${history.sends.length} sent: ${history.formatSummary()}; ${rows.length} stored, ${unexpected} of them never sent`,
  )
  printLine(
    `lost=${lost} duplicated=${duplicated} disordered=${disordered} healed=${recoverySeconds.toFixed(1)}`,
  )
  return lost + duplicated + disordered + unexpected === 0
}
