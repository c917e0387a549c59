import { printLine } from '@dolph/bench/print-line'
import type { AttackedServer } from '../attacked-server.ts'
import { combineVerdicts, judgeFigure, type Verdict } from '../verdict.ts'
import { createAttackers } from './create-attackers.ts'
import { startMessageProbe } from './message-probe.ts'
import { runReconnectingFlooders, type Flood } from './reconnecting-flooders.ts'
import { warmUpServer } from './warm-up-server.ts'

const CUT_WITHIN_MS = 2_000

interface FloodPlan extends Omit<Flood, 'attackers'> {
  /** How many sockets flood at once. */
  count: number
  /** How many accounts the owner of each has. */
  accounts: number
}

interface Bounds {
  memoryMegabytes: number
  p99Ms: number
}

/**
 * Floods a server, prints what it did to memory, to other members and to the flooders, and returns whether it held. The same run without
 * the bytes of the flood comes first and shows what the machine alone does to these figures.
 */
export async function measureFlood(
  server: AttackedServer,
  { attacks, seconds, ...counts }: FloodPlan,
  bounds: Bounds,
): Promise<Verdict> {
  const quietMembers = await createAttackers(server, 'quiet', counts)
  const attackers = await createAttackers(server, 'attacker', counts)
  const probe = await startMessageProbe(server)
  await warmUpServer(server)
  const run = async (flood: Flood) => {
    probe.takeFigures()
    using memory = server.watchMemory()
    const result = await runReconnectingFlooders(server.url, flood)
    return { ...result, ...probe.takeFigures(), growth: memory.growth() }
  }
  const quiet = await run({ attackers: quietMembers, attacks: [], seconds })
  const flooded = await run({ attackers, attacks, seconds })
  probe.stop()

  const { cutAfterMs, uncut, refused, messages, failures, growth, p99 } = flooded
  const slowestCut = Math.max(0, ...cutAfterMs)
  printLine(
    `flooding sockets: cut=${cutAfterMs.length} slowestCut=${slowestCut.toFixed(0)}ms uncut=${uncut} refused=${refused}`,
  )
  printLine(
    `other members: messages=${messages} failures=${failures} max=${flooded.max.toFixed(0)}ms`,
  )
  printLine(
    `without the flood: memory=+${quiet.growth.toFixed(0)}MB p99=${quiet.p99.toFixed(0)}ms max=${quiet.max.toFixed(0)}ms failures=${quiet.failures}`,
  )
  const held = combineVerdicts([
    !server.hasExited() && uncut === 0 && cutAfterMs.length > 0,
    judgeFigure({ value: failures, noise: quiet.failures, bound: 0 }),
    judgeFigure({ value: growth, noise: quiet.growth, bound: bounds.memoryMegabytes }),
    judgeFigure({ value: p99, noise: quiet.p99, bound: bounds.p99Ms }),
    judgeFigure({ value: slowestCut, noise: quiet.max, bound: CUT_WITHIN_MS }),
  ])
  printLine(
    `memory=+${growth.toFixed(0)}MB p99=${p99.toFixed(0)}ms slowestCut=${slowestCut.toFixed(0)}ms crashes=${server.hasExited() ? 1 : 0} held=${held}`,
  )
  return held
}
