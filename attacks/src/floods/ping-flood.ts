import { buildFrame, Opcode } from '@dolph/api/testing/sockets/websocket-frame'
import { measureFlood } from './measure-flood.ts'
import { startFloodedServer } from './start-flooded-server.ts'

const PINGS_IN_CHUNK = 4_000
const ACCOUNTS = 6
const BOUNDS = { memoryMegabytes: 50, p99Ms: 100 }

/** Sockets that send pings and read nothing, against the limits of production. */
export async function runPingFlood({ seconds, sockets }: { seconds: number; sockets: number }) {
  await using server = await startFloodedServer()
  const frames = [buildFrame(Opcode.ping), buildFrame(Opcode.ping, 'x'.repeat(125))]
  const attacks = frames.map((frame) =>
    Buffer.concat(Array.from({ length: PINGS_IN_CHUNK }, () => frame)),
  )
  return await measureFlood(
    server,
    { attacks, seconds, count: sockets, accounts: ACCOUNTS },
    BOUNDS,
  )
}
