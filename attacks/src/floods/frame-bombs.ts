import { buildFrame, Opcode } from '@dolph/api/testing/sockets/websocket-frame'
import { measureFlood } from './measure-flood.ts'
import { startFloodedServer } from './start-flooded-server.ts'

const FRAME_MAX_BYTES = 64 * 1024
const FRAGMENTS = 5_000
const ACCOUNTS = 1
const BOUNDS = { memoryMegabytes: 30, p99Ms: 200 }

/** Sockets that send frames made to exhaust memory or to crash a parser, against the limits of production. */
export async function runFrameBombs({ seconds, sockets }: { seconds: number; sockets: number }) {
  await using server = await startFloodedServer()
  return await measureFlood(
    server,
    { attacks: createFrameBombs(), seconds, count: sockets, accounts: ACCOUNTS },
    BOUNDS,
  )
}

function createFrameBombs(): Buffer[] {
  return [
    repeatFragment(buildFrame(Opcode.continuation, 'x', { isFinal: false })),
    repeatFragment(buildFrame(Opcode.continuation, '', { isFinal: false })),
    buildFrame(Opcode.text, 'x'.repeat(FRAME_MAX_BYTES + 1)),
    buildFrame(Opcode.text, 'x', { declaredLength: 2 ** 40 }),
    buildFrame(Opcode.text, 'x'.repeat(FRAME_MAX_BYTES), { reservedBits: 4 }),
    buildFrame(Opcode.text, Buffer.alloc(FRAME_MAX_BYTES, 0xc3)),
    buildFrame(Opcode.text, 'x'.repeat(FRAME_MAX_BYTES), { isMasked: false }),
  ]
}

function repeatFragment(fragment: Buffer): Buffer {
  const start = buildFrame(Opcode.text, '', { isFinal: false })
  return Buffer.concat([start, ...Array.from({ length: FRAGMENTS }, () => fragment)])
}
