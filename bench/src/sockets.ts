import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startApi } from './api.ts'
import { someGuests } from './correspondents.ts'
import { freePort, startServer } from './engines.ts'
import { MEASURABLE, residentBytes } from './live/memory.ts'
import { keepConnected, type Guest } from './live/returning.ts'
import { openSockets } from './live/socket.ts'
import { cookiesOf } from './members.ts'
import { conclude } from './rounds.ts'
import { say } from './say.ts'

const BARE = new URL('live/bare-ws.ts', import.meta.url).pathname
const WARM_UP = 500
const ARRIVING_AT_ONCE = 100
const ALL_BACK_MS = 180_000

/** What an idle socket costs beside bare ws, and how soon a crowd is back after its process was killed. */
export async function sockets(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      sockets: { type: 'string', default: '15000' },
      returning: { type: 'string', default: '10000' },
    },
  })
  const guests = await invite(Number(values.sockets))
  const bare = await measure('bare ws', await startServer(BARE, MEASURABLE, '/'), guests)
  const ours = await measure('the API', await startApi(MEASURABLE), guests)
  const seconds = await comeBack(guests.slice(0, Number(values.returning)))
  say(`everybody back and synced ${seconds.toFixed(1)} s after the kill`)
  conclude({ 'memory/ws': ours / bare, back: seconds })
}

async function invite(count: number): Promise<Guest[]> {
  const guests = await someGuests(count)
  const cookies = await cookiesOf(guests.map(({ memberId }) => memberId))
  return guests.map((guest, nth) => ({ ...guest, cookie: cookies[nth] ?? '' }))
}

type Server = Awaited<ReturnType<typeof startServer>>

/** Bytes for each idle socket. */
async function measure(name: string, started: Server, guests: Guest[]): Promise<number> {
  await using server = started
  const pid = server.child.pid ?? 0
  // What the first ones make a server load and compile is not what the next ones cost.
  const first = await openSockets(server.url, guests.slice(0, WARM_UP))
  for (const socket of first.values()) socket.terminate()
  await wait(1_000)
  const before = await residentBytes(pid)
  const all = await openSockets(server.url, guests)
  const after = await residentBytes(pid)
  const each = (after - before) / guests.length
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
  say(
    `${name}: ${megabytes(before)}, with ${all.size} sockets ${megabytes(after)}, ${(each / 1024).toFixed(1)} KiB each`,
  )
  for (const socket of all.values()) socket.terminate()
  return each
}

/** Seconds from the kill of a process until all its sockets are open again and have synced. */
async function comeBack(guests: Guest[]): Promise<number> {
  // That some are refused and come again is what is measured, and need not be told each time.
  const env = { PORT: String(await freePort()), LOG_LEVEL: 'error' }
  const api = await startApi(env)
  const there = new Set<Guest>()
  const leave: (() => void)[] = []
  for (const guest of guests) {
    leave.push(keepConnected(api.url, guest, () => there.add(guest)))
    if (leave.length % ARRIVING_AT_ONCE === 0) await untilAll(there, leave.length)
  }
  await untilAll(there, guests.length)

  const exited = once(api.child, 'exit')
  api.child.kill('SIGKILL')
  const killed = performance.now()
  await exited
  there.clear()
  await using again = await startApi(env)
  const since = () => (performance.now() - killed) / 1000
  say(`${again.url} answers again ${since().toFixed(1)} s after the kill`)
  await untilAll(there, guests.length * 0.9)
  say(`nine of ten are back and synced after ${since().toFixed(1)} s`)
  await untilAll(there, guests.length)
  const seconds = since()
  for (const each of leave) each()
  return seconds
}

async function untilAll(there: Set<Guest>, count: number): Promise<void> {
  const end = performance.now() + ALL_BACK_MS
  while (there.size < count) {
    if (performance.now() > end) throw new Error(`Only ${there.size} of ${count} came`)
    await wait(50)
  }
}
