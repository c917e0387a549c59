import type { Socket } from 'node:net'
import { openUpgradedConnection } from '@dolph/api/testing/sockets/raw-socket'
import { Opcode } from '@dolph/api/testing/sockets/websocket-frame'

const LENGTH_16 = 126
const LENGTH_64 = 127

/** A WebSocket whose frames are sent as they are, and whose received frames can be waited for. */
export class FuzzConnection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #isClosed = false
  #onChange: () => void = () => {}
  /** The texts and pongs that were received. */
  readonly texts: string[] = []

  static async open(url: string, headers: Record<string, string>): Promise<FuzzConnection> {
    return new FuzzConnection(await openUpgradedConnection(url, headers))
  }

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('close', () => this.#close())
    socket.on('end', () => this.#close())
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes)
  }

  /** Waits for a text that contains `part`, or for the end; false if neither comes in time. */
  async waitForText(part: string, timeoutMs: number): Promise<boolean> {
    let seen = 0
    const isDone = () => {
      while (seen < this.texts.length) if (this.texts[seen++]?.includes(part)) return true
      return this.#isClosed
    }
    if (isDone()) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timeout = setTimeout(() => resolve(false), timeoutMs)
    this.#onChange = () => {
      if (isDone()) resolve(true)
    }
    const result = await promise
    clearTimeout(timeout)
    return result
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    for (let frame = this.#takeFrame(); frame; frame = this.#takeFrame()) {
      if (frame.opcode === Opcode.close) this.#isClosed = true
      else this.texts.push(frame.payload.toString())
    }
    this.#onChange()
  }

  #close(): void {
    this.#isClosed = true
    this.#onChange()
  }

  /** The server's frames are neither masked nor fragmented. */
  #takeFrame(): { opcode: number; payload: Buffer } | null {
    const bytes = this.#received
    if (bytes.length < 2) return null
    const code = bytes[1] ?? 0
    const start = code === LENGTH_64 ? 10 : code === LENGTH_16 ? 4 : 2
    if (bytes.length < start) return null
    let length = code
    if (code === LENGTH_16) length = bytes.readUInt16BE(2)
    if (code === LENGTH_64) length = Number(bytes.readBigUInt64BE(2))
    if (bytes.length < start + length) return null
    this.#received = bytes.subarray(start + length)
    return { opcode: (bytes[0] ?? 0) & 0x0f, payload: bytes.subarray(start, start + length) }
  }
}
