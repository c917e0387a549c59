import type { IncomingMessage } from 'node:http'

/**
 * Reads forms of exactly one file. General form parsers stream any number of parts in any order; whoever sends us
 * half of one must not find a way through that which we do not know, so this is all there is.
 */

/** What a form has besides its file. */
const FRAME_BYTES = 16 * 1024
const HEAD_BYTES = 8 * 1024
const BOUNDARY = /;\s*boundary=(?:"(?<quoted>[^"]{1,70})"|(?<bare>[^\s;"]{1,70}))\s*(?:;|$)/i

export class BadForm extends Error {
  override name = 'BadForm'
  readonly reason: 'malformed' | 'too-large'

  constructor(reason: BadForm['reason']) {
    super(reason)
    this.reason = reason
  }
}

interface Wanted {
  field: string
  maxBytes: number
  withinMs: number
}

/** The bytes of the only file. The rest of a request that is refused goes by unread. */
export async function readOneFile(request: IncomingMessage, wanted: Wanted): Promise<Buffer> {
  const body = await receive(request, wanted)
  const file = onlyFile(body, boundaryOf(request), wanted.field)
  if (!file) throw new BadForm('malformed')
  if (file.length > wanted.maxBytes) throw new BadForm('too-large')
  return file
}

async function receive(request: IncomingMessage, { maxBytes, withinMs }: Wanted): Promise<Buffer> {
  const most = maxBytes + FRAME_BYTES
  const announced = Number(request.headers['content-length'] ?? most)
  if (announced > most) throw new BadForm('too-large')
  // In one piece from the start: to join pieces takes twice the memory.
  const body = Buffer.allocUnsafeSlow(announced)
  let length = 0

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => end('malformed'), withinMs)

    function end(refused?: BadForm['reason']) {
      clearTimeout(timer)
      request.off('data', take).off('end', end).off('close', left)
      request.resume()
      if (refused) reject(new BadForm(refused))
      else resolve()
    }
    function take(chunk: Buffer) {
      if (length + chunk.length > body.length) end('too-large')
      else length += chunk.copy(body, length)
    }
    const left = () => end('malformed')

    // Without a listener an error of the connection would end the process. `close` comes after it.
    request.on('error', () => {})
    // The caller may have left before their turn came.
    if (request.destroyed) left()
    else request.on('end', end).on('close', left).on('data', take)
  })
  return body.subarray(0, length)
}

function boundaryOf({ headers }: IncomingMessage): string {
  const { quoted, bare } = BOUNDARY.exec(headers['content-type'] ?? '')?.groups ?? {}
  const boundary = quoted ?? bare
  if (boundary === undefined) throw new BadForm('malformed')
  return boundary
}

function onlyFile(body: Buffer, boundary: string, field: string): Buffer | null {
  const start = `--${boundary}\r\n`
  if (body.toString('latin1', 0, start.length) !== start) return null
  const headEnd = body.subarray(0, start.length + HEAD_BYTES).indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const head = body.toString('latin1', start.length, headEnd).split('\r\n')
  if (!head.some((line) => isFileOf(line, field))) return null
  // The first boundary after the file must be the last of all.
  const fileStart = headEnd + 4
  const fileEnd = body.indexOf(`\r\n--${boundary}`, fileStart, 'latin1')
  if (fileEnd === -1) return null
  const rest = body.subarray(fileEnd, fileEnd + boundary.length + 10).toString('latin1')
  const isLast = rest === `\r\n--${boundary}--` || rest === `\r\n--${boundary}--\r\n`
  return isLast && fileEnd + rest.length === body.length ? body.subarray(fileStart, fileEnd) : null
}

function isFileOf(line: string, field: string): boolean {
  if (!/^content-disposition:\s*form-data;/i.test(line)) return false
  const name = /;\s*name="(?<name>[^"]*)"/i.exec(line)?.groups?.['name']
  return name === field && /;\s*filename\*?=/i.test(line)
}
