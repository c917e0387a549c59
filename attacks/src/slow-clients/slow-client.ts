import { connect, type Socket } from 'node:net'

/** A connection that sends the beginning of a request and then a byte from time to time. */
export class SlowClient {
  readonly #socket: Socket
  readonly #filler: string
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
  /** From the connection to its end; null while it is open. */
  lifetimeMs: number | null = null

  constructor(port: number, beginning: string, filler: string) {
    const openedAt = performance.now()
    this.#filler = filler
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.on('error', () => {})
    this.#socket.resume()
    this.#socket.write(beginning)
    this.closed = new Promise((resolve) => {
      this.#socket.on('close', () => {
        this.lifetimeMs = performance.now() - openedAt
        resolve()
      })
    })
  }

  sendByte(): void {
    if (!this.#socket.destroyed && this.#filler) this.#socket.write(this.#filler)
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
