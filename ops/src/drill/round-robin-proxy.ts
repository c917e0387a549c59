import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { watchReadyProcesses } from '../chaos/ready-processes.ts'
import { joinSockets } from '../join-sockets.ts'

const HEALTH_CHECK_INTERVAL_MS = 200
const BAD_GATEWAY = 502

/** One request and what came of it. */
export interface Exchange {
  method: string
  path: string
  /** The process that served the request. */
  port: number | undefined
  /** The HTTP status; 0 if there was no complete response. */
  status: number
}

/** Sends each request and each WebSocket to the next ready process, never retries, and reports every exchange. */
export async function startRoundRobinProxy(
  ports: number[],
  onExchange: (exchange: Exchange) => void,
) {
  const agent = new Agent({ keepAlive: true })
  const readyProcesses = watchReadyProcesses(ports, HEALTH_CHECK_INTERVAL_MS)
  let chosenCount = 0
  const choosePort = () => {
    const readyPorts = readyProcesses.listPorts()
    return readyPorts[(chosenCount += 1) % readyPorts.length]
  }

  const server = createServer((incoming, outgoing) => {
    const port = choosePort()
    const { method = '', url = '' } = incoming
    const report = (status: number) => onExchange({ method, path: url, port, status })
    if (port === undefined) {
      report(503)
      outgoing.writeHead(503).end()
    } else forwardRequest(port, incoming, outgoing, report)
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const port = choosePort()
    if (port === undefined) socket.destroy()
    else forwardSocket(port, incoming, socket, head)
  })

  function forwardRequest(
    port: number,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    report: (status: number) => void,
  ): void {
    const { method, headers, url: path } = incoming
    const target = { host: '127.0.0.1', port, path, method, headers, agent }
    const forwarded = request(target, (reply) => {
      outgoing.writeHead(reply.statusCode ?? BAD_GATEWAY, reply.headers)
      reply.pipe(outgoing)
      reply.on('close', () => {
        if (!reply.complete) outgoing.destroy()
      })
    })
    forwarded.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(BAD_GATEWAY).end()
    })
    // Not finished: the process broke the response off, or the client gave up waiting for it.
    outgoing.on('close', () => report(outgoing.writableFinished ? outgoing.statusCode : 0))
    incoming.pipe(forwarded)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      await readyProcesses[Symbol.asyncDispose]()
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

/** Repeats the upgrade request at the process and joins the two connections. */
function forwardSocket(port: number, incoming: IncomingMessage, client: Duplex, head: Buffer) {
  const upstream = connect(port, '127.0.0.1')
  const headers = incoming.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 ? [`${name}: ${all[index + 1]}\r\n`] : [],
  )
  upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
  upstream.write(head)
  joinSockets(client, upstream)
}
