import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'

const CHUNK_CHARACTERS = 256 * 1024

/** Streams lines into a table by COPY. */
export async function copyRows(
  client: Client,
  table: string,
  lines: Iterable<string>,
): Promise<void> {
  const copyStream = client.query(from(`copy ${table} from stdin`))
  await pipeline(Readable.from(chunkLines(lines), { objectMode: true }), copyStream)
}

function* chunkLines(lines: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const line of lines) {
    chunk += line
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}
