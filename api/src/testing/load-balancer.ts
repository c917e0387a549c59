import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isReady } from './start-process.ts'

const CHECK_INTERVAL_MS = 100

/** A plain load balancer: asks /readyz ten times a second, sends each request to the next ready process, retries nothing. */
export async function startLoadBalancer(targets: string[]) {
  const agent = new Agent({ keepAlive: true })
  let ready = targets
  let turn = 0
  let stopped = false

  const server = createServer((incoming, outgoing) => {
    turn += 1
    forward(ready[turn % ready.length] ?? '', incoming, outgoing)
  })

  function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method, headers } = incoming
    const onward = request(target + incoming.url, { agent, method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    })
    onward.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(onward)
  }

  async function check() {
    while (!stopped) {
      const answers = await Promise.all(targets.map(isReady))
      ready = targets.filter((_, index) => answers[index])
      await wait(CHECK_INTERVAL_MS)
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const checking = check()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      stopped = true
      await checking
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
