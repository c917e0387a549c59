import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isReady } from '../start-process.ts'

const CHECK_INTERVAL_MS = 100

/** A load balancer that polls /readyz ten times a second, sends each request to the next ready process and never retries. */
export async function startLoadBalancer(targets: string[]) {
  const agent = new Agent({ keepAlive: true })
  let ready = targets
  let requestCount = 0
  let stopped = false

  const server = createServer((incoming, outgoing) => {
    requestCount += 1
    forward(ready[requestCount % ready.length] ?? '', incoming, outgoing)
  })

  function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method, headers } = incoming
    const proxied = request(target + incoming.url, { agent, method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    })
    proxied.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(proxied)
  }

  async function checkLoop() {
    while (!stopped) {
      const results = await Promise.all(targets.map(isReady))
      ready = targets.filter((_, index) => results[index])
      await wait(CHECK_INTERVAL_MS)
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const checking = checkLoop()
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
