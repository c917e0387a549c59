const IMAGE_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
const VP8X_ALPHA = 0x10

interface WebPChunk {
  name: string
  data: Buffer
}

/** Whether the bytes are a still WebP picture of this size without metadata. */
export function isWebPWithoutMetadata(bytes: Buffer, side: number): boolean {
  const chunks = parseWebPChunks(bytes)
  if (!chunks || chunks.length === 0) return false
  if (chunks.some(({ name }) => !IMAGE_CHUNKS.has(name))) return false
  return chunks.every(({ name, data }) => {
    if (name === 'VP8X') return isPlainCanvas(data, side)
    if (name === 'VP8 ') return readLossyDimensions(data).every((each) => each === side)
    if (name === 'VP8L') return readLosslessDimensions(data).every((each) => each === side)
    return true
  })
}

/** Null if the file has incomplete chunks or trailing bytes. */
export function parseWebPChunks(bytes: Buffer): WebPChunk[] | null {
  const isWebP =
    bytes.length >= 12 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP' &&
    bytes.readUInt32LE(4) === bytes.length - 8
  if (!isWebP) return null
  const chunks: WebPChunk[] = []
  let offset = 12
  while (offset + 8 <= bytes.length) {
    const length = bytes.readUInt32LE(offset + 4)
    const start = offset + 8
    if (start + length > bytes.length) return null
    chunks.push({
      name: bytes.toString('latin1', offset, offset + 4),
      data: bytes.subarray(start, start + length),
    })
    offset = start + length + (length % 2)
  }
  return offset === bytes.length ? chunks : null
}

function isPlainCanvas(data: Buffer, side: number): boolean {
  if (data.length !== 10 || ((data[0] ?? 0) & ~VP8X_ALPHA) !== 0) return false
  return data.readUIntLE(4, 3) + 1 === side && data.readUIntLE(7, 3) + 1 === side
}

function readLossyDimensions(data: Buffer): number[] {
  if (data.length < 10) return [0]
  return [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff]
}

function readLosslessDimensions(data: Buffer): number[] {
  if (data.length < 5 || data[0] !== 0x2f) return [0]
  const bits = data.readUInt32LE(1)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}
