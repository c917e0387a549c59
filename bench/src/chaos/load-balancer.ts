import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isApiReady } from './services.ts'

const HEALTH_CHECK_INTERVAL_MS = 100

/** Hands each connection to the process that is ready and has the fewest; sends nothing twice. */
export async function startLoadBalancer(ports: number[]) {
  const open = new Map(ports.map((port) => [port, 0]))
  const sockets = new Set<Socket>()
  let ready = ports
  let isStopped = false

  const server = createServer((socket) => {
    const [port] = ready.toSorted((a, b) => (open.get(a) ?? 0) - (open.get(b) ?? 0))
    if (port === undefined) {
      socket.destroy()
      return
    }
    const onward = connect(port, '127.0.0.1')
    open.set(port, (open.get(port) ?? 0) + 1)
    onward.once('close', () => open.set(port, (open.get(port) ?? 0) - 1))
    join(socket, onward)
    join(onward, socket)
  })

  function join(from: Socket, to: Socket): void {
    sockets.add(from)
    from.setNoDelay(true)
    from.pipe(to)
    // What went wrong is told by `close`.
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  async function check(): Promise<void> {
    while (!isStopped) {
      const answers = await Promise.all(ports.map(isApiReady))
      ready = ports.filter((_, nth) => answers[nth])
      await wait(HEALTH_CHECK_INTERVAL_MS)
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const checking = check()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many connections each process has. */
    shares: () => [...open.values()],
    async [Symbol.asyncDispose]() {
      isStopped = true
      await checking
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
