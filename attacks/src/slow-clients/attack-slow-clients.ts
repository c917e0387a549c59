import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { printLine } from '@dolph/bench/print-line'
import { startAttackedServer } from '../attacked-server.ts'
import { startLatencyProbe } from '../latency-probe.ts'
import { combineVerdicts, judgeFigure, type Verdict } from '../verdict.ts'
import { SlowClient } from './slow-client.ts'

const DRIP_INTERVAL_MS = 5_000
const CUT_WITHIN_MS = 20_000
/** Longer than a client may live, so that one that is not cut is seen. */
const ATTACK_MS = 30_000
const P99_MAX_MS = 300
/** How long the latency is measured without the attack. */
const QUIET_MS = 5_000
/** The files, pipes and other connections of a process. */
const RESERVED_DESCRIPTORS = 500

interface Options {
  headers: number
  bodies: number
  upgrades: number
}

/** Opens thousands of connections that send a byte every five seconds, and returns whether all were cut and others served. */
export async function attackSlowClients(counts: Options): Promise<Verdict> {
  const { headers, bodies, upgrades } = scaleToDescriptors(counts)
  await using server = await startAttackedServer()
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => server.signInMember(name)))
  if (!ada || !bob) throw new Error('There are no members')
  const head = [`Host: localhost`, `Origin: ${ada.headers.origin}`, `Cookie: ${ada.headers.cookie}`]
  const halfHeader = ['GET / HTTP/1.1', ...head, 'X-Slow: '].join('\r\n')
  const login = ['POST /api/users/login HTTP/1.1', ...head, 'Content-Type: application/json']
  const slowBody = [...login, 'Content-Length: 1000', '', '{'].join('\r\n')
  const handshake = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const upgrade = ['GET /ws HTTP/1.1', ...head, ...handshake, key, '', ''].join('\r\n')

  const quietProbe = startLatencyProbe(server.url, bob)
  await wait(QUIET_MS)
  const quiet = await quietProbe.stop()
  const probe = startLatencyProbe(server.url, bob)
  const clients = [
    ...Array.from({ length: headers }, () => new SlowClient(server.port, halfHeader, 'a')),
    ...Array.from({ length: bodies }, () => new SlowClient(server.port, slowBody, ' ')),
    // The opened socket stays silent: it never says who it is.
    ...Array.from({ length: upgrades }, () => new SlowClient(server.port, upgrade, '')),
  ]
  const timer = setInterval(() => {
    for (const client of clients) client.sendByte()
  }, DRIP_INTERVAL_MS)
  const timeout = AbortSignal.timeout(ATTACK_MS)
  await Promise.race([
    Promise.all(clients.map(({ closed }) => closed)),
    new Promise((resolve) => timeout.addEventListener('abort', resolve)),
  ])
  clearInterval(timer)
  const latency = await probe.stop()
  const lifetimes = clients.map(({ lifetimeMs }) => lifetimeMs)
  const open = lifetimes.filter((ms) => ms === null).length
  const longestMs = Math.max(...lifetimes.map((ms) => ms ?? ATTACK_MS))
  for (const client of clients) client.destroy()

  printLine(
    `${latency.calls} calls of another member, the slowest took ${latency.max.toFixed(0)} ms`,
  )
  printLine(`without the attack: p99=${quiet.p99.toFixed(0)} max=${quiet.max.toFixed(0)}`)
  const figures = `p99=${latency.p99.toFixed(0)} failures=${latency.failures}`
  const seconds = (longestMs / 1_000).toFixed(1)
  printLine(`clients=${clients.length} open=${open} longest=${seconds} ${figures}`)
  return combineVerdicts([
    open === 0 && latency.failures === 0 && !server.hasExited(),
    judgeFigure({ value: latency.p99, noise: quiet.p99, bound: P99_MAX_MS }),
    judgeFigure({ value: longestMs, noise: quiet.max, bound: CUT_WITHIN_MS }),
  ])
}

/** Reduces the counts to what the limit of open files allows; the server is subject to the same limit. */
function scaleToDescriptors({ headers, bodies, upgrades }: Options): Options {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })) || Infinity
  const share = Math.min(1, (limit - RESERVED_DESCRIPTORS) / (headers + bodies + upgrades))
  if (share < 1) printLine(`${limit} open files are allowed; the attack is scaled to them`)
  const scale = (count: number) => Math.floor(count * share)
  return { headers: scale(headers), bodies: scale(bodies), upgrades: scale(upgrades) }
}
