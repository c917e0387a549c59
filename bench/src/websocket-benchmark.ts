import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startApi } from './api-server.ts'
import { sampleConversationMembers } from './conversation-samples.ts'
import { findFreePort, startServer } from './benchmark-tools.ts'
import { EXPOSE_GC_ENV, measureResidentBytes } from './live/process-memory.ts'
import { startReconnectingClient, type ConversationMember } from './live/reconnecting-client.ts'
import { openAuthenticatedSockets } from './live/websocket-client.ts'
import { createSessionCookies } from './bench-members.ts'
import { printSummary } from './measure-rounds.ts'
import { printLine } from './print-line.ts'

const BARE_WS_SERVER_ENTRY = new URL('live/bare-ws-server.ts', import.meta.url).pathname
const WARM_UP_SOCKETS = 500
const CONNECT_BATCH_SIZE = 100
const RECONNECT_TIMEOUT_MS = 180_000

/** What an idle socket costs beside bare ws, and how soon a crowd is back after its process was killed. */
export async function benchmarkWebSockets(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      sockets: { type: 'string', default: '15000' },
      returning: { type: 'string', default: '10000' },
    },
  })
  const guests = await signInConversationMembers(Number(values.sockets))
  const bare = await measureBytesPerSocket(
    'bare ws',
    await startServer(BARE_WS_SERVER_ENTRY, EXPOSE_GC_ENV, '/'),
    guests,
  )
  const ours = await measureBytesPerSocket('the API', await startApi(EXPOSE_GC_ENV), guests)
  const seconds = await measureReconnection(guests.slice(0, Number(values.returning)))
  printLine(`everybody back and synced ${seconds.toFixed(1)} s after the kill`)
  printSummary({ 'memory/ws': ours / bare, back: seconds })
}

async function signInConversationMembers(count: number): Promise<ConversationMember[]> {
  const guests = await sampleConversationMembers(count)
  const cookies = await createSessionCookies(guests.map(({ memberId }) => memberId))
  return guests.map((guest, nth) => ({ ...guest, cookie: cookies[nth] ?? '' }))
}

type Server = Awaited<ReturnType<typeof startServer>>

/** Bytes for each idle socket. */
async function measureBytesPerSocket(
  name: string,
  started: Server,
  guests: ConversationMember[],
): Promise<number> {
  await using server = started
  const pid = server.child.pid ?? 0
  // What the first ones make a server load and compile is not what the next ones cost.
  const first = await openAuthenticatedSockets(server.url, guests.slice(0, WARM_UP_SOCKETS))
  for (const socket of first.values()) socket.terminate()
  await wait(1_000)
  const before = await measureResidentBytes(pid)
  const all = await openAuthenticatedSockets(server.url, guests)
  const after = await measureResidentBytes(pid)
  const each = (after - before) / guests.length
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  printLine(
    `${name}: ${megabytes(before)}, with ${all.size} sockets ${megabytes(after)}, ${(each / 1024).toFixed(1)} KiB each`,
  )
  for (const socket of all.values()) socket.terminate()
  return each
}

/** Seconds from the kill of a process until all its sockets are open again and have synced. */
async function measureReconnection(guests: ConversationMember[]): Promise<number> {
  // That some are refused and come again is what is measured, and need not be told each time.
  const env = { PORT: String(await findFreePort()), LOG_LEVEL: 'error' }
  const api = await startApi(env)
  const there = new Set<ConversationMember>()
  const leave: (() => void)[] = []
  for (const guest of guests) {
    leave.push(startReconnectingClient(api.url, guest, () => there.add(guest)))
    if (leave.length % CONNECT_BATCH_SIZE === 0) await waitForMembers(there, leave.length)
  }
  await waitForMembers(there, guests.length)

  const exited = once(api.child, 'exit')
  api.child.kill('SIGKILL')
  const killed = performance.now()
  await exited
  there.clear()
  await using again = await startApi(env)
  const since = () => (performance.now() - killed) / 1000
  printLine(`${again.url} answers again ${since().toFixed(1)} s after the kill`)
  await waitForMembers(there, guests.length * 0.9)
  printLine(`nine of ten are back and synced after ${since().toFixed(1)} s`)
  await waitForMembers(there, guests.length)
  const seconds = since()
  for (const each of leave) each()
  return seconds
}

async function waitForMembers(there: Set<ConversationMember>, count: number): Promise<void> {
  const end = performance.now() + RECONNECT_TIMEOUT_MS
  while (there.size < count) {
    if (performance.now() > end) throw new Error(`Only ${there.size} of ${count} came`)
    await wait(50)
  }
}
