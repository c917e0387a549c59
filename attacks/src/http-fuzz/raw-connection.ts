import { connect, type Socket } from 'node:net'

const REPLY_TIMEOUT_MS = 30_000
const HEAD_END = Buffer.from('\r\n\r\n')

/** One keep-alive connection that sends bytes as they are: HTTP clients would normalize or refuse hostile ones. */
export class RawConnection {
  readonly #port: number
  #socket: Socket | null = null

  constructor(port: number) {
    this.#port = port
  }

  /** Returns the status of the reply; 0 if the server closed the connection without one, or sent none in time. */
  async sendRequest(bytes: Buffer, isHead: boolean): Promise<number> {
    const hadConnection = this.#socket !== null
    const status = await this.#exchange(bytes, isHead)
    // The server may close an idle connection while the request is on its way.
    return status === 0 && hadConnection ? this.#exchange(bytes, isHead) : status
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }

  async #exchange(bytes: Buffer, isHead: boolean): Promise<number> {
    const socket = (this.#socket ??= connect(this.#port, '127.0.0.1').setNoDelay())
    let received: Buffer = Buffer.alloc(0)
    const { promise, resolve } = Promise.withResolvers<number>()
    const finish = (status: number, isReusable: boolean) => {
      socket.removeAllListeners()
      socket.on('error', () => {})
      if (!isReusable) this.close()
      resolve(status)
    }
    const timeout = setTimeout(() => finish(0, false), REPLY_TIMEOUT_MS)
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const reply = parseReply(received, isHead)
      if (reply) finish(reply.status, reply.isReusable)
    })
    socket.on('error', () => {})
    socket.on('close', () => finish(readStatus(received), false))
    socket.write(bytes)
    const status = await promise
    clearTimeout(timeout)
    return status
  }
}

/** The reply, once all of it has been received. */
function parseReply(
  bytes: Buffer,
  isHead: boolean,
): { status: number; isReusable: boolean } | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const status = readStatus(bytes)
  const rest = headEnd + HEAD_END.length
  if (status === 100) return parseReply(bytes.subarray(rest), isHead)
  if (status === 101) return { status, isReusable: false }
  const head = bytes.toString('latin1', 0, headEnd).toLowerCase()
  const isReusable = !head.includes('\r\nconnection: close')
  if (isHead || status === 204 || status === 304) return { status, isReusable }
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1]
  const isComplete =
    length === undefined
      ? bytes.subarray(-5).toString('latin1') === '0\r\n\r\n'
      : bytes.length >= rest + Number(length)
  return isComplete ? { status, isReusable } : null
}

function readStatus(bytes: Buffer): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1', 0, 16))?.[1] ?? 0)
}
