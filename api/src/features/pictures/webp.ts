const IMAGE_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
const VP8X_ALPHA = 0x10

interface Size {
  width: number
  height: number
}

interface WebPChunk {
  name: string
  data: Buffer
}

/** Whether the bytes are a still WebP picture of this size without metadata. */
export function isWebPWithoutMetadata(bytes: Buffer, size: Size): boolean {
  const chunks = parseWebPChunks(bytes)
  if (!chunks || chunks.length === 0) return false
  if (chunks.some(({ name }) => !IMAGE_CHUNKS.has(name))) return false
  return chunks.every(({ name, data }) => {
    if (name === 'VP8X') return isPlainCanvas(data, size)
    if (name === 'VP8 ') return isSameSize(readLossySize(data), size)
    if (name === 'VP8L') return isSameSize(readLosslessSize(data), size)
    return true
  })
}

function isSameSize(found: Size | null, { width, height }: Size): boolean {
  return found?.width === width && found.height === height
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

function isPlainCanvas(data: Buffer, size: Size): boolean {
  if (data.length !== 10 || ((data[0] ?? 0) & ~VP8X_ALPHA) !== 0) return false
  const canvas = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
  return isSameSize(canvas, size)
}

function readLossySize(data: Buffer): Size | null {
  if (data.length < 10) return null
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function readLosslessSize(data: Buffer): Size | null {
  if (data.length < 5 || data[0] !== 0x2f) return null
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
