import type { Duplex } from 'node:stream'

/** Passes on what each socket receives to the other, and closes one with the other. */
export function joinSockets(client: Duplex, upstream: Duplex): void {
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.pipe(to)
    // The `close` event follows and handles the error.
    from.on('error', () => {})
    from.on('close', () => to.destroy())
  }
}
