import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { joinSockets } from '../join-sockets.ts'
import { watchReadyProcesses } from './ready-processes.ts'

const HEALTH_CHECK_INTERVAL_MS = 100

/** Forwards each connection to the ready process with the fewest connections; never retries on another. */
export async function startLoadBalancer(ports: number[]) {
  const connectionCounts = new Map(ports.map((port) => [port, 0]))
  const clients = new Set<Socket>()
  const readyProcesses = watchReadyProcesses(ports, HEALTH_CHECK_INTERVAL_MS)

  const server = createServer((client) => {
    const [port] = readyProcesses
      .listPorts()
      .toSorted((a, b) => (connectionCounts.get(a) ?? 0) - (connectionCounts.get(b) ?? 0))
    if (port === undefined) {
      client.destroy()
      return
    }
    const upstream = connect(port, '127.0.0.1')
    connectionCounts.set(port, (connectionCounts.get(port) ?? 0) + 1)
    upstream.once('close', () => connectionCounts.set(port, (connectionCounts.get(port) ?? 0) - 1))
    clients.add(client)
    client.once('close', () => clients.delete(client))
    for (const socket of [client, upstream]) socket.setNoDelay(true)
    joinSockets(client, upstream)
  })

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of connections of each process. */
    countConnections: () => [...connectionCounts.values()],
    async [Symbol.asyncDispose]() {
      await readyProcesses[Symbol.asyncDispose]()
      server.close()
      for (const client of clients) client.destroy()
    },
  }
}
