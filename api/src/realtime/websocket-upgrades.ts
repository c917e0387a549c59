import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { createUpgradeAuthenticator } from './upgrade-authenticator.ts'
import { Gateway } from './gateway.ts'
import { GATEWAY_TIMINGS, type GatewayTimings } from './gateway-timings.ts'

const SOCKET_PATH = '/ws'

declare module 'fastify' {
  interface FastifyInstance {
    gateway: Gateway
  }
}

/** Whoever asks for another protocol anywhere else gets the answer they would get without asking. */
export function isWebsocketUpgrade({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && url === SOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket'
}

interface PendingUpgrade {
  socket: Duplex
  head: Buffer
  response: ServerResponse
}

interface Options {
  deps: Deps
  timings: Partial<GatewayTimings>
}

/**
 * The door to /ws. A request to open a socket takes the way of every request, so that it has the same address behind
 * proxies, the same log and the same words when it is refused; only then there is a socket.
 */
export const websocketUpgrades = plugin<Options>(
  async (app: FastifyInstance, { deps, timings }) => {
    const gateway = new Gateway(deps, { ...GATEWAY_TIMINGS, ...timings }, app.log)
    const admit = createUpgradeAuthenticator(deps)
    const waiting = new WeakMap<IncomingMessage, PendingUpgrade>()
    app.decorate('gateway', gateway)
    app.addHook('preClose', () => gateway.close())

    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', destroySocket)
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false
      // As Node does for the sockets that it still has: the reply is the last that is said.
      response.on('finish', () => (socket as Socket).destroySoon())
      // It is a socket of node:net; the types know only what it has in common with others.
      response.assignSocket(socket as never)
      waiting.set(request, { socket, head, response })
      app.routing(request, response)
    })

    app.get(
      SOCKET_PATH,
      { config: { access: 'public', limit: 'none' }, schema: { hide: true } },
      async (request, reply) => {
        const { raw } = request
        const upgrade = waiting.get(raw)
        if (!upgrade) throw new Refusal('invalid-input', 'This is for sockets')
        const identity = await admit(request)
        if (!gateway.hasRoomFor(identity.address)) {
          throw new Refusal('too-many-requests', 'Too many requests. Please slow down.')
        }
        const { socket, head, response } = upgrade
        reply.hijack()
        response.detachSocket(socket as never)
        socket.off('error', destroySocket)
        gateway.acceptUpgrade(raw, socket, head, identity)
      },
    )
  },
)

function destroySocket(this: Duplex): void {
  this.destroy()
}
