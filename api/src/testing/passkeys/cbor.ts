type CborValue = number | string | Uint8Array | Map<number | string, CborValue>

/** Encodes the parts of CBOR that WebAuthn uses. */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value)
  if (typeof value === 'string') return encodeBytes(3, Buffer.from(value))
  if (value instanceof Uint8Array) return encodeBytes(2, value)
  const items = [...value].flatMap((item) => item.map(encodeCbor))
  return Buffer.concat([encodeHead(5, value.size), ...items])
}

function encodeBytes(type: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([encodeHead(type, bytes.length), bytes])
}

function encodeHead(type: number, count: number): Buffer {
  const head = type << 5
  if (count < 24) return Buffer.from([head | count])
  if (count < 0x100) return Buffer.from([head | 24, count])
  return Buffer.from([head | 25, count >> 8, count & 0xff])
}
