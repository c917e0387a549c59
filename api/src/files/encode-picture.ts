import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { PICTURE_SIZES, type PictureSize } from '@dolph/contract/pictures'
import { EXIT_CODES } from './encode-protocol.ts'
import { QueueFullError, Semaphore } from '../semaphore.ts'
import { isWebPWithoutMetadata } from './webp.ts'

const CHILD_SCRIPT = fileURLToPath(new URL('encode-child.ts', import.meta.url))
const CHILDREN_MAX = 2
const QUEUE_MAX = 8
const QUEUE_TIMEOUT_MS = 10_000
const CHILD_TIMEOUT_MS = 12_000
const OUTPUT_MAX_BYTES = 1024 * 1024
const OLD_SPACE_MB = 64
/** Some 600 MB of it are what Node reserves and never uses, so a picture has a little more than 600 MB. */
const MEMORY_LIMIT_KB = 1_250_000

/** Nothing of ours: no address, no password. The decoder must neither grow in many pools nor write to disk. */
const CHILD_ENV = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', VIPS_DISC_THRESHOLD: '2g' }

export type EncodedPicture = Record<PictureSize, Buffer>

/** Why there is no picture. */
export class DecodeError extends Error {
  override name = 'DecodeError'
  readonly reason: 'unreadable' | 'too-many-pixels'

  constructor(reason: DecodeError['reason']) {
    super(reason)
    this.reason = reason
  }
}

const children = new Semaphore({
  concurrency: CHILDREN_MAX,
  queueMax: QUEUE_MAX,
  waitTimeoutMs: QUEUE_TIMEOUT_MS,
})

/**
 * Makes our own two squares of somebody's file: turned upright, cut, and without anything else that was in it. It is
 * decoded in a process that lives for this file alone. Throws `DecodeError`, or `QueueFullError` if there is no time for it.
 */
export async function encodePicture(given: Buffer): Promise<EncodedPicture> {
  if (!hasPictureSignature(given)) throw new DecodeError('unreadable')
  const encoded = await children.run(() => runChild(given))
  const isOurs =
    isWebPWithoutMetadata(encoded.large, PICTURE_SIZES.large) &&
    isWebPWithoutMetadata(encoded.small, PICTURE_SIZES.small)
  // A decoder that was taken over could hand back anything.
  if (!isOurs) throw new DecodeError('unreadable')
  return encoded
}

async function runChild(given: Buffer): Promise<EncodedPicture> {
  // The shell only lowers the limit of memory and then becomes Node.
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      `ulimit -d ${MEMORY_LIMIT_KB}; ulimit -c 0; exec "$0" "$@"`,
      process.execPath,
      `--max-old-space-size=${OLD_SPACE_MB}`,
      CHILD_SCRIPT,
      ...[PICTURE_SIZES.large, PICTURE_SIZES.small].map(String),
    ],
    { env: CHILD_ENV, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] },
  )
  let isLate = false
  const patience = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, CHILD_TIMEOUT_MS)
  try {
    const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
    // A child that died does not read; how it ended says more than that.
    child.stdin.on('error', () => {})
    child.stdin.end(given)
    const output: Buffer[] = []
    let length = 0
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > OUTPUT_MAX_BYTES) child.kill('SIGKILL')
      else output.push(chunk)
    })
    const [code, signal] = await closed
    if (isLate) throw new QueueFullError()
    if (code === EXIT_CODES.tooManyPixels) throw new DecodeError('too-many-pixels')
    // The file made the decoder crash, or asked for more memory than there is for it.
    if (code === EXIT_CODES.unreadable || signal !== null) throw new DecodeError('unreadable')
    if (code !== 0) throw new Error(`The program that decodes pictures ended with ${code}`)
    return splitOutput(Buffer.concat(output))
  } finally {
    clearTimeout(patience)
  }
}

function splitOutput(output: Buffer): EncodedPicture {
  const end = output.length < 4 ? 4 : 4 + output.readUInt32BE(0)
  return { large: output.subarray(4, end), small: output.subarray(end) }
}

/** By the first bytes; what a file is called, or says it is, does not count. */
function hasPictureSignature(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, 12)
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    (text.startsWith('RIFF') && text.slice(8) === 'WEBP')
  )
}
