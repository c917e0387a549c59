import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { createUpgradeAuthenticator } from './upgrade-authenticator.ts'
import { Gateway } from './gateway.ts'
import { GATEWAY_TIMINGS, type GatewayTimings } from './gateway-timings.ts'
import { upgrades } from './socket-metrics.ts'

const SOCKET_PATH = '/ws'

declare module 'fastify' {
  interface FastifyInstance {
    gateway: Gateway
  }
}

/** Upgrade requests for any other path or protocol are answered as ordinary HTTP requests. */
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
 * Accepts WebSocket upgrades at /ws. The upgrade request passes through Fastify like every request, so that it has the
 * same client address behind proxies, the same log and the same error body; only then the handshake completes.
 */
export const websocketUpgrades = plugin<Options>(
  async (app: FastifyInstance, { deps, timings }) => {
    const gateway = new Gateway(deps, { ...GATEWAY_TIMINGS, ...timings }, app.log)
    const authenticate = createUpgradeAuthenticator(deps)
    const pendingUpgrades = new WeakMap<IncomingMessage, PendingUpgrade>()
    app.decorate('gateway', gateway)
    app.addHook('preClose', () => gateway.close())

    async function admitCaller(request: FastifyRequest) {
      const identity = await authenticate(request)
      if (gateway.canAcceptSocketFrom(identity.address)) return identity
      throw new Refusal('too-many-requests', 'Too many requests. Please slow down.')
    }

    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', destroySocket)
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false
      // Node destroys its own sockets after the last reply; an upgraded socket is no longer Node's.
      response.on('finish', () => (socket as Socket).destroySoon())
      // The socket is a node:net Socket; its type here is only Duplex.
      response.assignSocket(socket as never)
      pendingUpgrades.set(request, { socket, head, response })
      app.routing(request, response)
    })

    app.get(
      SOCKET_PATH,
      { config: { access: 'public', limit: 'none' }, schema: { hide: true } },
      async (request, reply) => {
        const { raw } = request
        const upgrade = pendingUpgrades.get(raw)
        if (!upgrade) throw new Refusal('invalid-input', 'This is for sockets')
        const identity = await admitCaller(request).catch((error: unknown) => {
          upgrades.refused += 1
          throw error
        })
        upgrades.accepted += 1
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
