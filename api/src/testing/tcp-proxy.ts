import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy to a server that can be disconnected and reconnected: open connections break, new ones are refused meanwhile. */
export async function startTcpProxy({ host, port }: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as AddressInfo

  const disconnect = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    port: ownPort,
    disconnect,
    async reconnect() {
      server.listen(ownPort, '127.0.0.1')
      await once(server, 'listening')
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) await disconnect()
    },
  }
}
