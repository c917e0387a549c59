const POLL_INTERVAL_MS = 50

/** Measures how long clients are without a socket after they had one. */
export class SocketGaps {
  readonly #clients: { isConnected: boolean }[]
  readonly #lastConnectedAt = new Map<{ isConnected: boolean }, number>()
  readonly #timer: NodeJS.Timeout
  #longestMs = 0

  constructor(clients: { isConnected: boolean }[]) {
    this.#clients = clients
    this.#timer = setInterval(() => this.#look(), POLL_INTERVAL_MS)
  }

  /** Ends the measurement and returns the longest gap. One that lasts counts up to now. */
  stop(): number {
    clearInterval(this.#timer)
    this.#look()
    return this.#longestMs
  }

  #look(): void {
    const now = performance.now()
    for (const client of this.#clients) {
      const last = this.#lastConnectedAt.get(client)
      if (last !== undefined) this.#longestMs = Math.max(this.#longestMs, now - last)
      if (client.isConnected) this.#lastConnectedAt.set(client, now)
    }
  }
}
