import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startApi } from '../api-server.ts'
import { sampleConversationMembers } from '../conversation-samples.ts'
import { findFreePort, startServer } from '../benchmark-tools.ts'
import { MEASURED_ENV, measureResidentBytes } from '../live/process-memory.ts'
import { startReconnectingClient, type ConversationMember } from '../live/reconnecting-client.ts'
import { openAuthenticatedSockets } from '../live/websocket-client.ts'
import { createSessionCookies } from '../bench-members.ts'
import { printSummary } from '../measure-rounds.ts'
import { printLine } from '../print-line.ts'

const BARE_WS_SERVER_ENTRY = new URL('../live/bare-ws-server.ts', import.meta.url).pathname
const WARM_UP_SOCKETS = 500
const CONNECT_BATCH_SIZE = 100
const RECONNECT_TIMEOUT_MS = 180_000

/** Measures the memory of an idle socket compared with bare ws, and how fast clients reconnect after a killed process. */
export async function benchmarkWebSockets(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      sockets: { type: 'string', default: '15000' },
      returning: { type: 'string', default: '10000' },
    },
  })
  const members = await signInConversationMembers(Number(values.sockets))
  const bareBytes = await measureBytesPerSocket(
    'bare ws',
    await startServer(BARE_WS_SERVER_ENTRY, MEASURED_ENV, '/'),
    members,
  )
  const apiBytes = await measureBytesPerSocket('the API', await startApi(MEASURED_ENV), members)
  const seconds = await measureReconnection(members.slice(0, Number(values.returning)))
  printLine(`all clients reconnected and synced ${seconds.toFixed(1)} s after the kill`)
  printSummary({ 'memory/ws': apiBytes / bareBytes, back: seconds })
}

async function signInConversationMembers(count: number): Promise<ConversationMember[]> {
  const members = await sampleConversationMembers(count)
  const cookies = await createSessionCookies(members.map(({ memberId }) => memberId))
  return members.map((member, index) => ({ ...member, cookie: cookies[index] ?? '' }))
}

type Server = Awaited<ReturnType<typeof startServer>>

/** The memory of each idle socket, in bytes. */
async function measureBytesPerSocket(
  name: string,
  started: Server,
  members: ConversationMember[],
): Promise<number> {
  await using server = started
  const pid = server.child.pid ?? 0
  // The first sockets make the server load and compile code, which must not count as memory per socket.
  const warmUpSockets = await openAuthenticatedSockets(
    server.url,
    members.slice(0, WARM_UP_SOCKETS),
  )
  for (const socket of warmUpSockets.values()) socket.terminate()
  await wait(1_000)
  const before = await measureResidentBytes(pid)
  const sockets = await openAuthenticatedSockets(server.url, members)
  const after = await measureResidentBytes(pid)
  const bytesPerSocket = (after - before) / members.length
  const formatMegabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  printLine(
    `${name}: ${formatMegabytes(before)}, with ${sockets.size} sockets ${formatMegabytes(after)}, ${(bytesPerSocket / 1024).toFixed(1)} KiB each`,
  )
  for (const socket of sockets.values()) socket.terminate()
  return bytesPerSocket
}

/** Seconds from killing the process until all its clients have reconnected and synced. */
async function measureReconnection(members: ConversationMember[]): Promise<number> {
  // Refused connections are part of the measurement, so their warnings are not logged.
  const env = { PORT: String(await findFreePort()), LOG_LEVEL: 'error' }
  const api = await startApi(env)
  const syncedMembers = new Set<ConversationMember>()
  const closeClients: (() => void)[] = []
  for (const member of members) {
    closeClients.push(startReconnectingClient(api.url, member, () => syncedMembers.add(member)))
    if (closeClients.length % CONNECT_BATCH_SIZE === 0)
      await waitForMembers(syncedMembers, closeClients.length)
  }
  await waitForMembers(syncedMembers, members.length)

  const exited = once(api.child, 'exit')
  api.child.kill('SIGKILL')
  const killedAt = performance.now()
  await exited
  syncedMembers.clear()
  await using restartedApi = await startApi(env)
  const secondsSinceKill = () => (performance.now() - killedAt) / 1000
  printLine(`${restartedApi.url} responds again ${secondsSinceKill().toFixed(1)} s after the kill`)
  await waitForMembers(syncedMembers, members.length * 0.9)
  printLine(`90 % of the clients reconnected and synced after ${secondsSinceKill().toFixed(1)} s`)
  await waitForMembers(syncedMembers, members.length)
  const seconds = secondsSinceKill()
  for (const closeClient of closeClients) closeClient()
  return seconds
}

async function waitForMembers(
  syncedMembers: Set<ConversationMember>,
  count: number,
): Promise<void> {
  const end = performance.now() + RECONNECT_TIMEOUT_MS
  while (syncedMembers.size < count) {
    if (performance.now() > end)
      throw new Error(
        `Only ${syncedMembers.size} of ${count} clients synced within ${RECONNECT_TIMEOUT_MS} ms`,
      )
    await wait(50)
  }
}
