import { StorageUnavailableError, type FileStore } from '../../platform/storage/file-store.ts'
import type { ExportRow as ExportedRow } from '../../privacy/exports/export-section.ts'

/** The folder of exports in storage. No route but that of the member's own export reads it. */
export const EXPORT_FOLDER = 'exports/'
/** No file in storage is larger: see `FILE_MAX_BYTES` of the store. */
const FILE_MAX_BYTES = 2 * 1024 * 1024
const REMOVE_BATCH_SIZE = 1_000

/** A part is gone, though its row says that it was stored. */
export class MissingPartError extends Error {
  override name = 'MissingPartError'
}

/** A line of a part: a row and the names of its files. */
interface StoredRow {
  item: unknown
  files?: readonly string[]
}

function buildPartName(key: string, part: number): string {
  return `${EXPORT_FOLDER}${key}/${String(part).padStart(6, '0')}.jsonl`
}

export function buildPieceName(key: string, attempt: string, piece: number): string {
  return `${EXPORT_FOLDER}${key}/${attempt}/${String(piece).padStart(6, '0')}.zip`
}

/**
 * Stores rows as parts from `part` on, a line of JSON each, and returns the numbers of the parts. Repeated after a kill, it writes
 * the same parts again.
 */
export async function storeParts(
  files: FileStore,
  key: string,
  part: number,
  rows: readonly ExportedRow[],
): Promise<number[]> {
  const parts: number[] = []
  let lines: string[] = []
  let size = 0
  const storePart = async () => {
    const number = part + parts.length
    await files.put(buildPartName(key, number), Buffer.from(lines.join('')), 'application/jsonl')
    parts.push(number)
    lines = []
    size = 0
  }
  for (const { item, files: names } of rows) {
    const stored: StoredRow = names.length > 0 ? { item, files: names } : { item }
    const line = `${JSON.stringify(stored)}\n`
    const bytes = Buffer.byteLength(line)
    if (size > 0 && size + bytes > FILE_MAX_BYTES) await storePart()
    lines.push(line)
    size += bytes
  }
  if (size > 0) await storePart()
  return parts
}

/** The rows of parts, one part in memory at a time. */
export async function* readParts(
  files: FileStore,
  key: string,
  parts: readonly number[],
): AsyncGenerator<StoredRow> {
  for (const part of parts) {
    const bytes = await files.get(buildPartName(key, part))
    if (!bytes) throw new MissingPartError(`Part ${part} of an export is not in storage`)
    // Line by line: the text of a whole part would outlive the young generation, and stay in memory for long.
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf('\n', start)
      // This cast is safe: `storeParts` wrote the line.
      yield JSON.parse(bytes.toString('utf8', start, end)) as StoredRow
      start = end + 1
    }
  }
}

/** Stores a stream as pieces of the same size, and returns how many and how large. */
export async function storePieces(
  files: FileStore,
  { key, attempt }: { key: string; attempt: string },
  stream: AsyncIterable<Uint8Array>,
): Promise<{ pieces: number; size: number }> {
  let [pieces, size] = [0, 0]
  const buffer = Buffer.alloc(FILE_MAX_BYTES)
  let filled = 0
  const storePiece = async () => {
    // The buffer is filled again only once the piece is stored: a copy of each would wait for the garbage collection.
    const bytes = buffer.subarray(0, filled)
    await files.put(buildPieceName(key, attempt, pieces), bytes, 'application/zip')
    pieces += 1
    size += filled
    filled = 0
  }
  for await (const chunk of stream) {
    for (let start = 0; start < chunk.length;) {
      const taken = Math.min(chunk.length - start, buffer.length - filled)
      buffer.set(chunk.subarray(start, start + taken), filled)
      start += taken
      filled += taken
      if (filled === buffer.length) await storePiece()
    }
  }
  if (filled > 0) await storePiece()
  return { pieces, size }
}

interface StoredExport {
  key: string
  attempt: string
  pieces: number
}

/** The bytes of a ready export, one piece in memory at a time. */
export async function* readPieces(
  files: FileStore,
  { key, attempt, pieces }: StoredExport,
): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < pieces; piece += 1) {
    const bytes = await files.get(buildPieceName(key, attempt, piece))
    if (!bytes) throw new StorageUnavailableError('A piece of an export is not in storage')
    yield bytes
  }
}

/** Removes the files of an export, but for those of `keptAttempt`. */
export async function removeExportFiles(
  files: FileStore,
  key: string,
  keptAttempt?: string,
): Promise<void> {
  const folder = `${EXPORT_FOLDER}${key}/`
  let after: string | undefined
  do {
    const names = await files.list(folder, { after, limit: REMOVE_BATCH_SIZE })
    const removed = names.filter(
      (name) => keptAttempt === undefined || !name.startsWith(`${folder}${keptAttempt}/`),
    )
    await files.remove(removed)
    after = names.length === REMOVE_BATCH_SIZE ? names.at(-1) : undefined
  } while (after !== undefined)
}
