export const Opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

interface FrameOptions {
  isFinal?: boolean
  /** The three reserved bits; 4 is the one that announces compression. */
  reservedBits?: number
  isMasked?: boolean
  /** A length in the header that differs from the payload's. */
  declaredLength?: number
}

const FINAL_BIT = 0x80
const MASK_BIT = 0x80
const LENGTH_16 = 126
const LENGTH_64 = 127
/** Zeros leave the payload as it is, so that a frame in a report can be read. */
const READABLE_MASK = Buffer.alloc(4)

/** The bytes of one WebSocket frame as a client sends it, or of an invalid one. */
export function buildFrame(
  opcode: number,
  payload: string | Buffer = '',
  { isFinal = true, reservedBits = 0, isMasked = true, declaredLength }: FrameOptions = {},
): Buffer {
  const data = Buffer.from(payload)
  const firstByte = (isFinal ? FINAL_BIT : 0) | (reservedBits << 4) | opcode
  const length = encodeLength(declaredLength ?? data.length)
  length[0] = (length[0] ?? 0) | (isMasked ? MASK_BIT : 0)
  const header = Buffer.concat([Buffer.from([firstByte]), length])
  return Buffer.concat([header, isMasked ? READABLE_MASK : Buffer.alloc(0), data])
}

function encodeLength(length: number): Buffer {
  if (length < LENGTH_16) return Buffer.from([length])
  if (length <= 0xffff) return Buffer.from([LENGTH_16, length >> 8, length & 0xff])
  const encoded = Buffer.alloc(9)
  encoded[0] = LENGTH_64
  encoded.writeBigUInt64BE(BigInt(length), 1)
  return encoded
}
