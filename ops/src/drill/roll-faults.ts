import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import {
  checkDelivery,
  countDivergentClients,
  readMessageRows,
} from '../chaos/consistency-checks.ts'
import {
  findLeaks,
  findMissingInRooms,
  findWrongRoomMembers,
  readRoomPlaces,
  readRoomRows,
} from '../chaos/room-checks.ts'
import type { SendHistory } from '../chaos/send-history.ts'
import { getLogFileName } from '../chaos/services.ts'
import type { SimulatedClient } from '../chaos/simulated-client.ts'
import type { Team } from '../chaos/team-changes.ts'
import { LIFECYCLE_USERNAME_PREFIX } from './account-lifecycle.ts'
import type { OpenPages } from './open-pages.ts'
import type { RollStack } from './roll-stack.ts'
import type { Exchange } from './round-robin-proxy.ts'
import type { WriteJournal } from './write-journal.ts'

const SETTLE_TIMEOUT_MS = 15_000
const POLL_INTERVAL_MS = 100

/** What was written during a roll, and where it should have arrived. */
interface RollWrites {
  database: pg.Pool
  clients: Map<string, SimulatedClient>
  teams: Team[]
  history: SendHistory
  journal: WriteJournal
}

/** Lists the requests without a successful response, apart from missing assets. */
export function findFailedRequests(stack: RollStack): string[] {
  return stack.exchanges.flatMap((exchange) => {
    const { method, path, status } = exchange
    if ((status >= 200 && status < 400) || isMissingAsset(exchange)) return []
    // The answer to members who have left; a message that is missing in a room is found by its members.
    if (status === 404 && path.startsWith('/api/rooms/')) return []
    const [route] = path.split('?', 1)
    return [`${method} ${route}: ${status} from the ${findVersionName(stack, exchange)} version`]
  })
}

/** Lists the assets that a page asked for and did not get, and those that changed. */
export function findAssetFaults(stack: RollStack, pages: OpenPages): string[] {
  const missing = stack.exchanges.filter(isMissingAsset)
  return [
    ...missing.map(
      (exchange) => `${exchange.path}: 404 from the ${findVersionName(stack, exchange)} version`,
    ),
    ...pages.changedAssets.map((name) => `/assets/${name} has another content than before`),
  ]
}

function isMissingAsset({ path, status }: Exchange): boolean {
  return path.startsWith('/assets/') && status === 404
}

function findVersionName({ previous, next }: RollStack, { port }: Exchange): string {
  const version = [previous, next].find(({ processes }) =>
    processes.some((process) => process.port === port),
  )
  return version?.name ?? 'no'
}

/** Waits until sockets and jobs have caught up, and lists what has not. */
export async function findUnsettledWork(writes: RollWrites): Promise<string[]> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS
  let unsettled = await listUnsettledWork(writes)
  while (unsettled.length > 0 && performance.now() < deadline) {
    await wait(POLL_INTERVAL_MS)
    unsettled = await listUnsettledWork(writes)
  }
  return unsettled
}

/** Lists what was acknowledged and is not stored exactly once. */
export async function findLostWrites(writes: RollWrites): Promise<string[]> {
  const { database, clients, teams, history, journal } = writes
  const lost = await journal.findLost(database)
  const roomRows = await readTeamMessages(writes)
  lost.push(...findLeaks(roomRows, teams, clients))
  const delivery = checkDelivery(await readClientMessages(writes), history, clients, roomRows)
  for (const [name, count] of Object.entries(delivery)) {
    lost.push(...Array.from({ length: count }, () => `a message by socket was ${name}`))
  }
  return lost
}

/** What is still under way, or failed for good. */
async function listUnsettledWork(writes: RollWrites): Promise<string[]> {
  const { database, clients, teams, history } = writes
  const faults: string[] = []
  for (const client of clients.values()) {
    if (!client.isConnected) faults.push(`member ${client.memberId} has no socket`)
  }
  for (const { content, outcome, recipient } of history.sends) {
    const hadLeft = recipient.kind === 'room' && outcome === 'refused'
    if (!outcome.startsWith('by ') && !hadLeft) faults.push(`'${content}' was not sent: ${outcome}`)
  }
  const divergent = countDivergentClients(await readClientMessages(writes), clients)
  if (divergent > 0) faults.push(`${divergent} clients show other messages than the database has`)
  const roomRows = await readTeamMessages(writes)
  faults.push(
    ...findMissingInRooms(roomRows, await readRoomPlaces(database), clients),
    ...(await findWrongRoomMembers(database, teams)),
  )
  const { rows: left } = await database.query<{ username: string }>(
    `select username from members where username like '${LIFECYCLE_USERNAME_PREFIX}%' and deleted_at is not null`,
  )
  for (const { username } of left) faults.push(`the deleted member ${username} was not erased`)
  const { rows } = await database.query<{ task: string; error: string | null }>(
    `select task_identifier as task, last_error as error from graphile_worker.jobs
     where run_at <= now() or last_error is not null`,
  )
  for (const { task, error } of rows) faults.push(`job ${task}: ${error ?? 'did not run'}`)
  return faults
}

/** The messages of the simulated clients; the sample members have others. */
async function readClientMessages({ database, clients }: RollWrites) {
  return (await readMessageRows(database)).filter(({ senderId }) => clients.has(senderId))
}

/** The messages in the rooms of the simulated clients. */
async function readTeamMessages({ database, teams }: RollWrites) {
  const roomIds = new Set(teams.map(({ roomId }) => roomId))
  return (await readRoomRows(database)).filter(({ roomId }) => roomIds.has(roomId))
}

/**
 * Reads the warnings and errors that the processes logged: a failed task of a worker fails no request. Those of requests are left out,
 * because they are counted as failed requests.
 */
export async function readWarnings({ directory, previous, next }: RollStack): Promise<string[]> {
  const warnings: string[] = []
  for (const { name } of [...previous.processes, ...next.processes]) {
    const lines = (await readFile(join(directory, getLogFileName(name)), 'utf8')).split('\n')
    for (const line of lines) {
      if (line && !line.includes('"reqId"')) warnings.push(`${name} logged ${formatEntry(line)}`)
    }
  }
  return warnings
}

/** The message and the cause of a log entry; other output as it is. */
function formatEntry(line: string): string {
  if (!line.startsWith('{')) return line
  const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } }
  return err ? `${msg}: ${err.message}` : msg
}
