import { printLine } from '@dolph/bench/print-line'
import type { AttackedServer } from '../attacked-server.ts'
import { startMessageProbe } from './message-probe.ts'
import { runReconnectingFlooders, type Flood } from './reconnecting-flooders.ts'
import { warmUpServer } from './warm-up-server.ts'

const CUT_WITHIN_MS = 2_000

interface Bounds {
  memoryMegabytes: number
  p99Ms: number
}

/** Floods a server, prints what it did to memory, to other members and to the flooders, and returns whether it held. */
export async function measureFlood(
  server: AttackedServer,
  flood: Flood,
  bounds: Bounds,
): Promise<boolean> {
  const probe = await startMessageProbe(server)
  await warmUpServer(server)
  const before = probe.takeFigures()
  using memory = server.watchMemory()
  const { cutAfterMs, uncut, refused } = await runReconnectingFlooders(server.url, flood)
  const growth = memory.growth()
  const { messages, failures, p99, max } = probe.takeFigures()
  probe.stop()
  const slowestCut = Math.max(0, ...cutAfterMs)
  printLine(
    `flooding sockets: cut=${cutAfterMs.length} slowestCut=${slowestCut.toFixed(0)}ms uncut=${uncut} refused=${refused}`,
  )
  printLine(
    `other members: messages=${messages} failures=${failures} max=${max.toFixed(0)}ms p99BeforeTheFlood=${before.p99.toFixed(0)}ms`,
  )
  const hasHeld =
    !server.hasExited() &&
    growth <= bounds.memoryMegabytes &&
    p99 <= bounds.p99Ms &&
    failures + uncut === 0 &&
    cutAfterMs.length > 0 &&
    slowestCut <= CUT_WITHIN_MS
  printLine(
    `memory=+${growth.toFixed(0)}MB p99=${p99.toFixed(0)}ms slowestCut=${slowestCut.toFixed(0)}ms crashes=${server.hasExited() ? 1 : 0} held=${hasHeld}`,
  )
  return hasHeld
}
