import { crc32 } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50

/**
 * The files of a ZIP without compression, by their names, read as programs do: from the directory at its end. Throws where directory, sizes
 * and checksums do not agree.
 */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || zip.readUInt32LE(end) !== END_OF_DIRECTORY || end + 22 !== zip.length)
    throw new Error('The ZIP has no end')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('The directory is broken')
    const [checksum, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)]
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    if (zip.readUInt32LE(local) !== LOCAL_ENTRY || zip.readUInt16LE(at + 10) !== 0)
      throw new Error(`${name} is not stored as it is`)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    if (crc32(bytes) !== checksum) throw new Error(`The checksum of ${name} is wrong`)
    if (files.has(name)) throw new Error(`${name} is there twice`)
    files.set(name, bytes)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  if (at !== end) throw new Error('The directory has another length')
  return files
}
