import type { IncomingMessage } from 'node:http'

/**
 * Reads multipart forms that contain exactly one file. A general parser accepts any number of parts in any order; this
 * one rejects everything else, which leaves little to attack.
 */

/** The size of a form besides its file. */
const FORM_OVERHEAD_MAX_BYTES = 16 * 1024
const PART_HEADERS_MAX_BYTES = 8 * 1024
const BOUNDARY_PATTERN =
  /;\s*boundary=(?:"(?<quoted>[^"]{1,70})"|(?<bare>[^\s;"]{1,70}))\s*(?:;|$)/i

export class InvalidFormError extends Error {
  override name = 'InvalidFormError'
  readonly reason: 'malformed' | 'too-large'

  constructor(reason: InvalidFormError['reason']) {
    super(reason)
    this.reason = reason
  }
}

interface FileFieldOptions {
  field: string
  maxBytes: number
  timeoutMs: number
}

/** The bytes of the only file. The rest of a refused request is discarded. */
export async function readMultipartFile(
  request: IncomingMessage,
  options: FileFieldOptions,
): Promise<Buffer> {
  const body = await receiveBody(request, options)
  const file = extractFile(body, parseBoundary(request), options.field)
  if (!file) throw new InvalidFormError('malformed')
  if (file.length > options.maxBytes) throw new InvalidFormError('too-large')
  return file
}

async function receiveBody(
  request: IncomingMessage,
  { maxBytes, timeoutMs }: FileFieldOptions,
): Promise<Buffer> {
  const maxLength = maxBytes + FORM_OVERHEAD_MAX_BYTES
  const expectedLength = Number(request.headers['content-length'] ?? maxLength)
  if (expectedLength > maxLength) throw new InvalidFormError('too-large')
  // One buffer of the full size: joining chunks would take twice the memory.
  const body = Buffer.allocUnsafeSlow(expectedLength)
  let length = 0

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => end('malformed'), timeoutMs)

    function end(reason?: InvalidFormError['reason']) {
      clearTimeout(timer)
      request.off('data', appendChunk).off('end', end).off('close', onClose)
      request.resume()
      if (reason) reject(new InvalidFormError(reason))
      else resolve()
    }
    function appendChunk(chunk: Buffer) {
      if (length + chunk.length > body.length) end('too-large')
      else length += chunk.copy(body, length)
    }
    const onClose = () => end('malformed')

    // Without a listener a connection error would end the process; `close` follows it.
    request.on('error', () => {})
    // The client may have disconnected while the request waited.
    if (request.destroyed) onClose()
    else request.on('end', end).on('close', onClose).on('data', appendChunk)
  })
  return body.subarray(0, length)
}

function parseBoundary({ headers }: IncomingMessage): string {
  const { quoted, bare } = BOUNDARY_PATTERN.exec(headers['content-type'] ?? '')?.groups ?? {}
  const boundary = quoted ?? bare
  if (boundary === undefined) throw new InvalidFormError('malformed')
  return boundary
}

function extractFile(body: Buffer, boundary: string, field: string): Buffer | null {
  const start = `--${boundary}\r\n`
  if (body.toString('latin1', 0, start.length) !== start) return null
  const headEnd = body.subarray(0, start.length + PART_HEADERS_MAX_BYTES).indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const head = body.toString('latin1', start.length, headEnd).split('\r\n')
  if (!head.some((line) => isFileDisposition(line, field))) return null
  // The first boundary after the file must be the closing one.
  const fileStart = headEnd + 4
  const fileEnd = body.indexOf(`\r\n--${boundary}`, fileStart, 'latin1')
  if (fileEnd === -1) return null
  const rest = body.subarray(fileEnd, fileEnd + boundary.length + 10).toString('latin1')
  const isLast = rest === `\r\n--${boundary}--` || rest === `\r\n--${boundary}--\r\n`
  return isLast && fileEnd + rest.length === body.length ? body.subarray(fileStart, fileEnd) : null
}

function isFileDisposition(line: string, field: string): boolean {
  if (!/^content-disposition:\s*form-data;/i.test(line)) return false
  const name = /;\s*name="(?<name>[^"]*)"/i.exec(line)?.groups?.['name']
  return name === field && /;\s*filename\*?=/i.test(line)
}
