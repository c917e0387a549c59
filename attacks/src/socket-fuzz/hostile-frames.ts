import { isUtf8 } from 'node:buffer'
import { buildFrame, Opcode } from '@dolph/api/testing/sockets/websocket-frame'
import type { RandomSource } from '@dolph/bench/load/random-source'
import { ClientEvent } from '@dolph/contract/realtime'
import { buildHostileBody, mutateFields, pickHostileText } from '../http-fuzz/hostile-bodies.ts'
import { pickFrom, type ValueSampler } from '../http-fuzz/sample-value.ts'

export interface HostileFrame {
  bytes: Buffer
  /** What the socket is for afterwards: more frames, nothing because the server closes it, or nothing because the frame is incomplete. */
  leaves: 'open' | 'closed' | 'incomplete'
}

const PAYLOAD_MAX_BYTES = 64 * 1024
const CONTROL_PAYLOAD_MAX_BYTES = 125

/** Makes a frame that is a valid event, a mutated one, a control frame or no valid frame, chosen by `random` alone. */
export function buildHostileFrame(sampler: ValueSampler, random: RandomSource): HostileFrame {
  const choice = random.fraction()
  if (choice < 0.03) return buildMalformedFrame(random)
  if (choice < 0.13) return buildControlFrame(random)
  const schema = pickFrom(random, ClientEvent._zod.def.options)
  const event = sampler.sampleValue(schema, random) as Record<string, unknown>
  if (choice < 0.35) return buildTextFrame(JSON.stringify(event))
  if (choice < 0.41) return buildTextFrame(buildHostileBody(event, random))
  if (choice < 0.46) return buildFragmentedFrame(JSON.stringify(event), random)
  return buildTextFrame(JSON.stringify(mutateFields(event, random)))
}

function buildTextFrame(payload: string | Buffer): HostileFrame {
  const data = Buffer.from(payload)
  const isAccepted = data.length <= PAYLOAD_MAX_BYTES && isUtf8(data)
  return { bytes: buildFrame(Opcode.text, data), leaves: isAccepted ? 'open' : 'closed' }
}

/** Up to sixteen fragments are allowed, with control frames between them. */
function buildFragmentedFrame(text: string, random: RandomSource): HostileFrame {
  const data = Buffer.from(text)
  const count = 1 + random.below(20)
  const size = Math.ceil(data.length / count)
  const frames: Buffer[] = []
  for (let index = 0; index < count; index += 1) {
    const part = data.subarray(index * size, (index + 1) * size)
    const opcode = index === 0 ? Opcode.text : Opcode.continuation
    frames.push(buildFrame(opcode, part, { isFinal: index === count - 1 }))
    if (random.fraction() < 0.1) frames.push(buildControlFrame(random).bytes)
  }
  return { bytes: Buffer.concat(frames), leaves: count <= 16 ? 'open' : 'closed' }
}

function buildControlFrame(random: RandomSource): HostileFrame {
  const payload = Buffer.from(pickHostileText(random)).subarray(0, CONTROL_PAYLOAD_MAX_BYTES)
  return {
    bytes: buildFrame(pickFrom(random, [Opcode.ping, Opcode.pong]), payload),
    leaves: 'open',
  }
}

function buildMalformedFrame(random: RandomSource): HostileFrame {
  if (random.fraction() < 0.2) return { bytes: buildIncompleteFrame(random), leaves: 'incomplete' }
  return { bytes: pickFrom(random, INVALID_FRAMES), leaves: 'closed' }
}

const PART = { isFinal: false }
const INVALID_FRAMES = [
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => buildFrame(opcode, 'x')),
  ...[1, 2, 4, 7].map((reservedBits) => buildFrame(Opcode.text, '{}', { reservedBits })),
  ...[0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535].map((code) => buildCloseFrame(code)),
  ...[1000, 1001, 1008, 1011, 3000, 4999].map((code) => buildCloseFrame(code)),
  buildCloseFrame(1000, Buffer.from([0xff])),
  buildCloseFrame(1000, Buffer.from('x'.repeat(124))),
  buildFrame(Opcode.close),
  buildFrame(Opcode.close, 'x'),
  buildFrame(Opcode.ping, 'x', PART),
  buildFrame(Opcode.ping, 'x'.repeat(CONTROL_PAYLOAD_MAX_BYTES + 1)),
  buildFrame(Opcode.ping, 'x', { reservedBits: 4 }),
  buildFrame(Opcode.text, '{}', { isMasked: false }),
  buildFrame(Opcode.text, 'x'.repeat(PAYLOAD_MAX_BYTES + 1)),
  buildFrame(Opcode.text, 'x', { declaredLength: 2 ** 40 }),
  buildFrame(Opcode.text, Buffer.from([0xc3, 0x28])),
  buildFrame(Opcode.text, Buffer.from([0xed, 0xa0, 0x80])),
  buildFrame(Opcode.binary, '{"type":"typing"}'),
  buildFrame(Opcode.binary),
  buildFrame(Opcode.continuation, 'x'),
  Buffer.concat([buildFrame(Opcode.text, 'a', PART), buildFrame(Opcode.text, 'b')]),
  Buffer.concat(Array.from({ length: 5_000 }, () => buildFrame(Opcode.text, '', PART))),
]

function buildIncompleteFrame(random: RandomSource): Buffer {
  const size = 1 + random.below(200)
  return pickFrom(random, [
    buildFrame(Opcode.text, 'x'.repeat(size), PART),
    buildFrame(Opcode.text, 'x', { declaredLength: size + 1 }),
    buildFrame(Opcode.text, 'x'.repeat(size)).subarray(0, 1 + random.below(size)),
    Buffer.from(Array.from({ length: size }, () => random.below(256))),
  ])
}

function buildCloseFrame(code: number, reason = Buffer.alloc(0)): Buffer {
  return buildFrame(Opcode.close, Buffer.concat([Buffer.from([code >> 8, code & 0xff]), reason]))
}
