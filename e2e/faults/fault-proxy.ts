import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Duplex } from 'node:stream'
import {
  formatHead,
  REFUSALS,
  type Refusal,
  toBrowserHeaders,
  toTargetHeaders,
} from './proxy-heads.ts'

/** What a fault does to one response. */
const FAULTS = {
  reset: 'The connection is reset instead of an answer.',
  silent: 'Nothing is ever answered.',
  stalled: 'The head and half of the body arrive, then nothing more.',
  tooMany: 'The answer is 429, to be tried again after a second.',
  unavailable: 'The answer is 503.',
  late: 'The answer comes after 20 seconds.',
  lostReply: 'The server handles the request, and the connection is reset instead of its answer.',
} as const
export type Fault = keyof typeof FAULTS

const LATE_MS = 20_000

interface ProxiedRequest {
  method: string
  /** With the query string. */
  path: string
  headers: IncomingHttpHeaders
  /** Whether it opens a WebSocket. */
  isUpgrade: boolean
  /** Which request it is with this method and path since the rule was set, from 1. */
  count: number
}

/** Called once for each request; null forwards it unharmed. */
export type FaultRule = (request: ProxiedRequest) => Fault | null

interface RecordedRequest extends ProxiedRequest {
  fault: Fault | null
  /** Undefined until the server has answered. */
  status?: number
}

export interface FaultProxy extends AsyncDisposable {
  /** A browser that opens this origin is of the same origin as the target for the target. */
  origin: string
  /** Null forwards every request. The counts and the record of requests start again. */
  setRule: (rule: FaultRule | null) => void
  /** Every request since the rule was set. */
  readonly requests: readonly RecordedRequest[]
  /** Resets every open connection, also of requests that were never answered, so that none is in the way of the next page. */
  dropConnections: () => void
  close: () => Promise<void>
}

/**
 * Starts a proxy on loopback that injects faults into single responses. A real one, because requests that the test tool intercepts
 * do not wait behind each other in the browser's cache, and a page then looks more robust than it is.
 */
export async function startFaultProxy({
  target,
  port = 0,
}: {
  target: string
  port?: number
}): Promise<FaultProxy> {
  let rule: FaultRule | null = null
  let requests: RecordedRequest[] = []
  let counts = new Map<string, number>()
  const sockets = new Set<Socket>()
  const timers = new Set<NodeJS.Timeout>()
  // Without kept connections: one that the server closes meanwhile would be a fault that no rule asked for.
  const agent = new Agent({ keepAlive: false })

  function record(incoming: IncomingMessage, isUpgrade: boolean): RecordedRequest {
    const { method = 'GET', url: path = '/', headers } = incoming
    const count = (counts.get(`${method} ${path}`) ?? 0) + 1
    counts.set(`${method} ${path}`, count)
    const request = { method, path, headers, isUpgrade, count }
    const recorded = { ...request, fault: rule?.(request) ?? null }
    requests.push(recorded)
    return recorded
  }

  function callLater(action: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      action()
    }, LATE_MS)
    timers.add(timer)
  }

  function inject(
    incoming: IncomingMessage,
    { fault }: RecordedRequest,
    answer: { forward: () => void; refuse: (refusal: Refusal) => void },
  ): void {
    if (fault === 'reset') incoming.socket.resetAndDestroy()
    else if (fault === 'tooMany' || fault === 'unavailable') answer.refuse(REFUSALS[fault])
    else if (fault === 'late') callLater(answer.forward)
    else if (fault !== 'silent') answer.forward()
  }

  function sendToTarget(incoming: IncomingMessage, onFailure: () => void) {
    const upstream = sendRequest(`${target}${incoming.url}`, {
      method: incoming.method,
      headers: toTargetHeaders(incoming.headers, { origin, target }),
      agent,
    })
    upstream.on('error', onFailure)
    return upstream
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, recorded: RecordedRequest) {
    const { fault } = recorded
    const upstream = sendToTarget(incoming, () => outgoing.destroy())
    upstream.on('response', (reply) => {
      recorded.status = reply.statusCode ?? 0
      if (fault === 'lostReply') {
        buffer(reply).then(() => incoming.socket.resetAndDestroy(), ignoreError)
      } else if (fault === 'stalled') {
        sendHalf(reply, outgoing).catch(ignoreError)
      } else {
        outgoing.writeHead(recorded.status, toBrowserHeaders(reply.headers, { origin, target }))
        reply.pipe(outgoing)
      }
    })
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  }

  async function sendHalf(reply: IncomingMessage, outgoing: ServerResponse) {
    const body = await buffer(reply)
    // Without a body the head would be the whole answer.
    if (body.length === 0) return
    const headers = toBrowserHeaders(reply.headers, { origin, target })
    delete headers['transfer-encoding']
    outgoing.writeHead(reply.statusCode ?? 500, { ...headers, 'content-length': body.length })
    outgoing.flushHeaders()
    outgoing.write(body.subarray(0, Math.floor(body.length / 2)))
  }

  function forwardUpgrade(
    incoming: IncomingMessage,
    { socket, head }: { socket: Duplex; head: Buffer },
    recorded: RecordedRequest,
  ) {
    const { fault } = recorded
    const upstream = sendToTarget(incoming, () => socket.destroy())
    socket.on('close', () => upstream.destroy())
    upstream.on('upgrade', (reply, upstreamSocket, upstreamHead) => {
      recorded.status = reply.statusCode ?? 0
      upstreamSocket.on('error', ignoreError)
      socket.on('close', () => upstreamSocket.destroy())
      if (fault === 'lostReply') {
        incoming.socket.resetAndDestroy()
        return
      }
      upstreamSocket.on('close', () => socket.destroy())
      socket.write(formatHead(recorded.status, reply.statusMessage ?? '', reply.headers))
      // The connection is open, and no message arrives.
      if (fault === 'stalled') return
      socket.write(upstreamHead)
      upstreamSocket.write(head)
      upstreamSocket.pipe(socket)
      socket.pipe(upstreamSocket)
    })
    upstream.on('response', (reply) => {
      recorded.status = reply.statusCode ?? 0
      socket.write(formatHead(recorded.status, reply.statusMessage ?? '', reply.headers))
      reply.pipe(socket)
    })
    upstream.end()
  }

  const server = createServer((incoming, outgoing) => {
    incoming.on('error', ignoreError)
    outgoing.on('error', ignoreError)
    const recorded = record(incoming, false)
    inject(incoming, recorded, {
      forward: () => forward(incoming, outgoing, recorded),
      refuse: ({ status, headers, body }) => {
        incoming.resume()
        outgoing.writeHead(status, { ...headers, connection: 'close' }).end(body)
      },
    })
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', ignoreError)
    const recorded = record(incoming, true)
    inject(incoming, recorded, {
      forward: () => forwardUpgrade(incoming, { socket, head }, recorded),
      refuse: ({ status, headers, body }) =>
        void socket.end(formatHead(status, 'Refused', headers) + body),
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  function dropConnections() {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    for (const socket of sockets) socket.destroy()
  }

  async function close() {
    const closed = once(server, 'close')
    server.close()
    dropConnections()
    await closed
  }

  return {
    origin,
    setRule(newRule) {
      rule = newRule
      requests = []
      counts = new Map()
    },
    get requests() {
      return requests
    },
    dropConnections,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function ignoreError() {
  // The browser or the server has closed the connection; there is nobody left to answer.
}
