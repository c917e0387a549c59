import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@dolph/api/db/database'
import { migrateDatabase } from '@dolph/api/db/migrate-database'
import type pg from 'pg'
import { printLine } from '../print-line.ts'
import { startLoadBalancer } from './load-balancer.ts'
import type { SimulatedClient } from './simulated-client.ts'
import { createSimulatedClients } from './create-simulated-clients.ts'
import { SendHistory, type SendRecord } from './send-history.ts'
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

const FULL_RUN = { members: 400, aSecond: 200, leastMs: 60_000, calmMs: 6_000, downMs: 4_000 }
const SHORT_RUN = { members: 100, aSecond: 100, leastMs: 0, calmMs: 1_500, downMs: 1_500 }
const WAIT_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 100

interface ChaosRun {
  database: pg.Pool
  clients: Map<string, SimulatedClient>
  history: SendHistory
}

/**
 * Members write to each other through two processes while Redis, one of the processes and PostgreSQL are killed, one
 * after the other. Nothing that was acknowledged may be lost, doubled or out of order, and in the end everybody shows
 * what PostgreSQL has. False if that did not hold.
 */
export async function runMessageDeliveryChaos(isShort: boolean): Promise<boolean> {
  const { members, aSecond, leastMs, calmMs, downMs } = isShort ? SHORT_RUN : FULL_RUN
  const folder = await mkdtemp(join(tmpdir(), 'dolph-chaos-'))
  // PostgreSQL may run as somebody else.
  await chmod(folder, 0o755)
  const [store, hints] = [await createPostgresService(folder), await createRedisService(folder)]
  await Promise.all([store.start(), hints.start()])
  await using db = openDatabase(store.url)
  await migrateDatabase(db)
  const needs = { folder, database: store.url, redis: hints.url }
  const processes = [
    await createApiService('process one', needs),
    await createApiService('process two', needs),
  ]
  await Promise.all(processes.map(({ start }) => start()))
  await using balancer = await startLoadBalancer(processes.map(({ port }) => port))

  const history = new SendHistory()
  const { url } = balancer
  const clients = await createSimulatedClients(db.pool, store.url, { url, count: members, history })
  const world = { database: db.pool, clients, history }
  for (const client of clients.values()) client.start()
  await waitUntil('everybody is connected', () =>
    [...clients.values()].every((each) => each.isConnected),
  )
  printLine(
    `${members} members on two processes with ${balancer.shares().join(' and ')} connections`,
  )

  const stopWriting = startSendingMessages([...clients.values()], aSecond)
  const begun = performance.now()
  const healed: number[] = []
  const [victim] = processes
  for (const service of [hints, ...(victim ? [victim] : []), store]) {
    await wait(calmMs)
    healed.push(await killAndRestart(service, downMs, world))
  }
  await wait(Math.max(0, begun + leastMs - performance.now()))
  stopWriting()
  for (const client of clients.values()) client.stopReading()
  const isEqual = await waitUntilConsistent(world)
  const isRight =
    reportResult(await readMessageRows(db.pool), world, Math.max(...healed)) && isEqual

  for (const client of clients.values()) client.close()
  for (const service of [...processes, hints, store]) await service.kill()
  if (isRight) await rm(folder, { recursive: true })
  else printLine(`what the servers logged is in ${folder}`)
  return isRight
}

/** At a fixed rate, by members chosen at random, whatever became of earlier messages. */
function startSendingMessages(clients: SimulatedClient[], aSecond: number): () => void {
  const started = performance.now()
  let written = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1000) * aSecond
    for (; written < due; written += 1) {
      clients[Math.floor(Math.random() * clients.length)]?.enqueueMessage()
    }
  }, 5)
  return () => clearInterval(timer)
}

/**
 * Kills a service and starts it again. Seconds from then until every client knows all that PostgreSQL knew at that
 * moment, and what was sent before it is decided.
 */
async function killAndRestart(service: Service, downMs: number, world: ChaosRun): Promise<number> {
  const { clients, history, database } = world
  const killed = performance.now()
  await service.kill()
  await wait(downMs)
  await service.start()
  const back = performance.now()
  const rows = await readMessageRows(database)
  const open = history.pendingSends()
  const lost = `the loss of ${service.name}`
  await waitUntil(`all messages are with both after ${lost}`, () => {
    const isDecided = open.every(
      (send) => send.outcome !== 'pending' && hasReachedBothClients(send, clients),
    )
    return isDecided && rows.every((row) => isReceivedByBoth(row, clients))
  })
  const there = performance.now()
  await waitUntil(`all receipts are with both after ${lost}`, () =>
    rows.every((row) => isReceiptKnownToBoth(row, clients)),
  )
  const whole = performance.now()
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  printLine(
    `${service.name}: away for ${seconds(back - killed)}; then all messages were there after ${seconds(there - back)}, all receipts after ${seconds(whole - back)}`,
  )
  return (whole - back) / 1000
}

function hasReachedBothClients(
  { messageId, senderId, peerId }: SendRecord,
  clients: Map<string, SimulatedClient>,
): boolean {
  if (messageId === null) return true
  return [senderId, peerId].every((id) => clients.get(id)?.messages.has(messageId))
}

/** Lets everything come to rest; false if somebody still shows something else than PostgreSQL has. */
async function waitUntilConsistent({ database, clients, history }: ChaosRun): Promise<boolean> {
  const started = performance.now()
  await waitUntil('all sends are decided', () => history.pendingSends().length === 0)
  let unequal = countDivergentClients(await readMessageRows(database), clients)
  while (unequal > 0 && performance.now() - started < WAIT_TIMEOUT_MS) {
    await wait(POLL_INTERVAL_MS)
    unequal = countDivergentClients(await readMessageRows(database), clients)
  }
  const took = ((performance.now() - started) / 1000).toFixed(1)
  printLine(
    `${unequal} of ${clients.size} clients differ from PostgreSQL ${took} s after the last was written`,
  )
  return unequal === 0
}

function reportResult(
  rows: Parameters<typeof checkDelivery>[0],
  world: ChaosRun,
  healed: number,
): boolean {
  const { clients, history } = world
  const { lost, duplicated, disordered, unsent } = checkDelivery(rows, history, clients)
  printLine(
    `${history.sends.length} sent: ${history.formatSummary()}; ${rows.length} kept, ${unsent} of them never sent`,
  )
  printLine(
    `lost=${lost} duplicated=${duplicated} disordered=${disordered} healed=${healed.toFixed(1)}`,
  )
  return lost + duplicated + disordered + unsent === 0
}

async function waitUntil(what: string, isSo: () => boolean): Promise<void> {
  const patience = performance.now() + WAIT_TIMEOUT_MS
  while (!isSo()) {
    if (performance.now() > patience) throw new Error(`Waited in vain until ${what}`)
    await wait(POLL_INTERVAL_MS)
  }
}
