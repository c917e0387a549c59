import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isApiReady } from './services.ts'

const HEALTH_CHECK_INTERVAL_MS = 100

/** Forwards each connection to the ready process with the fewest connections; never retries on another. */
export async function startLoadBalancer(ports: number[]) {
  const connectionCounts = new Map(ports.map((port) => [port, 0]))
  const sockets = new Set<Socket>()
  let readyPorts = ports
  let isStopped = false

  const server = createServer((socket) => {
    const [port] = readyPorts.toSorted(
      (a, b) => (connectionCounts.get(a) ?? 0) - (connectionCounts.get(b) ?? 0),
    )
    if (port === undefined) {
      socket.destroy()
      return
    }
    const upstream = connect(port, '127.0.0.1')
    connectionCounts.set(port, (connectionCounts.get(port) ?? 0) + 1)
    upstream.once('close', () => connectionCounts.set(port, (connectionCounts.get(port) ?? 0) - 1))
    forward(socket, upstream)
    forward(upstream, socket)
  })

  function forward(from: Socket, to: Socket): void {
    sockets.add(from)
    from.setNoDelay(true)
    from.pipe(to)
    // The `close` event follows and handles the error.
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  async function pollReadiness(): Promise<void> {
    while (!isStopped) {
      const readiness = await Promise.all(ports.map(isApiReady))
      readyPorts = ports.filter((_, index) => readiness[index])
      await wait(HEALTH_CHECK_INTERVAL_MS)
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const polling = pollReadiness()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of connections of each process. */
    countConnections: () => [...connectionCounts.values()],
    async [Symbol.asyncDispose]() {
      isStopped = true
      await polling
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
