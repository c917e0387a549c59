import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { PICTURE_SIZES } from '@dolph/contract/pictures/pictures'
import {
  BODY_PICTURE_HEIGHT_MAX,
  BODY_PICTURE_WIDTH_MAX,
  COVER_SIZES,
  type PictureDimensions,
  type PostPictureKind,
} from '@dolph/contract/posts/post-pictures'
import {
  EXIT_CODES,
  OUTPUT_HEADER_BYTES,
  serializeLayout,
  type PictureLayout,
} from './encode-protocol.ts'
import { defineHistograms, secondsSince } from '../../platform/telemetry/process-metrics.ts'
import { OverloadedError, Semaphore } from '../../platform/semaphore.ts'
import { isWebPWithoutMetadata } from './webp.ts'

const decodeSeconds = defineHistograms({
  name: 'picture_decode_seconds',
  help: 'Time to decode an uploaded picture, its wait for a decoder included',
  label: 'outcome',
  values: ['done', 'refused', 'overloaded', 'failed'],
  buckets: [0.25, 1, 5, 20],
})

const CHILD_SCRIPT = fileURLToPath(new URL('encode-child.ts', import.meta.url))
const CHILDREN_MAX = 2
const QUEUE_MAX = 8
const QUEUE_TIMEOUT_MS = 10_000
const CHILD_TIMEOUT_MS = 12_000
/** Of processor time: a file is refused for what it costs, and not because the machine is busy. */
const CHILD_CPU_SECONDS = 8
const OUTPUT_MAX_BYTES = 4 * 1024 * 1024
const OLD_SPACE_MB = 64
/** Node reserves some 600 MB of it without using them, so a picture can use a little more than 600 MB. */
const MEMORY_LIMIT_KB = 1_250_000

/** Replaces our environment, which contains secrets. The values keep the decoder's memory low and keep it off the disk. */
const CHILD_ENV = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', VIPS_DISC_THRESHOLD: '2g' }

export type PictureKind = 'profile' | PostPictureKind

const LAYOUTS: Record<PictureKind, PictureLayout> = {
  profile: {
    mode: 'crop',
    width: PICTURE_SIZES.large,
    height: PICTURE_SIZES.large,
    smallWidth: PICTURE_SIZES.small,
  },
  cover: { mode: 'crop', ...COVER_SIZES.page, smallWidth: COVER_SIZES.card.width },
  text: {
    mode: 'fit',
    width: BODY_PICTURE_WIDTH_MAX,
    height: BODY_PICTURE_HEIGHT_MAX,
    smallWidth: COVER_SIZES.card.width,
  },
}

/** A picture and its smaller version; null if the picture itself is narrow enough. */
export interface EncodedPicture {
  size: PictureDimensions
  large: Buffer
  small: Buffer | null
}

/** The file could not be decoded as a picture. */
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
 * Encodes an uploaded file as WebP: rotated upright, in the layout of its kind and without metadata. A process of its own decodes
 * each file. Throws `DecodeError`, or `OverloadedError` when the queue is full, the file waited too long, or its process takes
 * too long.
 */
export async function encodePicture(input: Buffer, kind: PictureKind): Promise<EncodedPicture> {
  const startedAt = performance.now()
  try {
    const encoded = await decodeAndEncode(input, kind)
    decodeSeconds.done.observe(secondsSince(startedAt))
    return encoded
  } catch (error) {
    decodeSeconds[nameFailure(error)].observe(secondsSince(startedAt))
    throw error
  }
}

function nameFailure(error: unknown): 'refused' | 'overloaded' | 'failed' {
  if (error instanceof DecodeError) return 'refused'
  return error instanceof OverloadedError ? 'overloaded' : 'failed'
}

async function decodeAndEncode(input: Buffer, kind: PictureKind): Promise<EncodedPicture> {
  if (!hasPictureSignature(input)) throw new DecodeError('unreadable')
  const layout = LAYOUTS[kind]
  const encoded = await children.run(() => runChild(input, layout))
  // A compromised decoder could return anything.
  if (!isAsLaidOut(encoded, layout)) throw new DecodeError('unreadable')
  return encoded
}

function isAsLaidOut({ size, large, small }: EncodedPicture, layout: PictureLayout): boolean {
  const { mode, width, height, smallWidth } = layout
  const isAllowed =
    mode === 'crop'
      ? size.width === width && size.height === height
      : size.width <= width && size.height <= height
  if (!isAllowed || !isWebPWithoutMetadata(large, size)) return false
  if (size.width <= smallWidth) return small === null
  const smallHeight = Math.max(1, Math.round((size.height * smallWidth) / size.width))
  return small !== null && isWebPWithoutMetadata(small, { width: smallWidth, height: smallHeight })
}

/** In tests the child reads compiled code from Node's cache; elsewhere a decoder that was taken over could change what later ones run. */
function buildChildEnv(): Record<string, string> {
  const { NODE_ENV, NODE_COMPILE_CACHE } = process.env
  return NODE_ENV === 'test' && NODE_COMPILE_CACHE
    ? { ...CHILD_ENV, NODE_COMPILE_CACHE }
    : CHILD_ENV
}

async function runChild(input: Buffer, layout: PictureLayout): Promise<EncodedPicture> {
  // The shell only sets the limits and then replaces itself with Node.
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      `ulimit -d ${MEMORY_LIMIT_KB}; ulimit -t ${CHILD_CPU_SECONDS}; ulimit -c 0; exec "$0" "$@"`,
      process.execPath,
      `--max-old-space-size=${OLD_SPACE_MB}`,
      CHILD_SCRIPT,
      ...serializeLayout(layout),
    ],
    { env: buildChildEnv(), cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] },
  )
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    child.kill('SIGKILL')
  }, CHILD_TIMEOUT_MS)
  try {
    const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
    // A dead child breaks the pipe; its exit code says more than that error.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const output: Buffer[] = []
    let length = 0
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > OUTPUT_MAX_BYTES) child.kill('SIGKILL')
      else output.push(chunk)
    })
    const [code, signal] = await closed
    if (isTimedOut) throw new OverloadedError()
    if (code === EXIT_CODES.tooManyPixels) throw new DecodeError('too-many-pixels')
    // The file crashed the decoder or exceeded a limit of it.
    if (code === EXIT_CODES.unreadable || signal !== null) throw new DecodeError('unreadable')
    if (code !== 0) throw new Error(`Picture decoder exited with code ${code}`)
    return splitOutput(Buffer.concat(output))
  } finally {
    clearTimeout(timer)
  }
}

function splitOutput(output: Buffer): EncodedPicture {
  if (output.length < OUTPUT_HEADER_BYTES) throw new DecodeError('unreadable')
  const end = OUTPUT_HEADER_BYTES + output.readUInt32BE(0)
  const small = output.subarray(end)
  return {
    size: { width: output.readUInt16BE(4), height: output.readUInt16BE(6) },
    large: output.subarray(OUTPUT_HEADER_BYTES, end),
    small: small.length === 0 ? null : small,
  }
}

/** Checks the first bytes; the file name and the declared type are not trusted. */
function hasPictureSignature(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, 12)
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    (text.startsWith('RIFF') && text.slice(8) === 'WEBP')
  )
}
