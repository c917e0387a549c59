import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A proxy to a server. Disconnected, it breaks open connections and refuses new ones; frozen, it accepts connections and
 * bytes and forwards nothing.
 */
export async function startTcpProxy({ host, port }: { host: string; port: number }) {
  /** Each socket with the one that it forwards to. */
  const forwarding = new Map<Socket, Socket>()
  let isFrozen = false
  const server = createServer((client) => {
    const upstream = connect(port, host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      forwarding.set(from, to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        forwarding.delete(from)
        to.destroy()
      })
      if (!isFrozen) from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo

  const disconnect = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of forwarding.keys()) socket.destroy()
    await closed
  }
  return {
    port: ownPort,
    disconnect,
    async reconnect() {
      server.listen(ownPort, '127.0.0.1')
      await once(server, 'listening')
    },
    freeze() {
      isFrozen = true
      for (const [from, to] of forwarding) from.unpipe(to).pause()
    },
    resume() {
      isFrozen = false
      for (const [from, to] of forwarding) from.pipe(to)
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) await disconnect()
    },
  }
}
