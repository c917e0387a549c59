import { once } from 'node:events'
import { ServerEvent, type ClientEvent } from '@dolph/contract/realtime'
import type { Redis } from 'ioredis'
import { WebSocket } from 'ws'
import { findDifference } from '../reply-checker.ts'

type EventOfType<Type extends ServerEvent['type']> = Extract<ServerEvent, { type: Type }>

interface SocketTarget {
  url: string
  config: { APP_ORIGIN: string }
}

interface SocketOwner {
  id: string
  cookies: Map<string, string>
}

export type TestSocket = Awaited<ReturnType<typeof openSocket>>

const EVENT_TIMEOUT_MS = 5_000

/** Opens a socket as the web app does, without authenticating. Rejects with the HTTP status if the upgrade is refused. */
export async function openSocket(
  { url, config }: SocketTarget,
  owner: Pick<SocketOwner, 'cookies'>,
  headers: Record<string, string> = {},
) {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { origin: config.APP_ORIGIN, ...(cookie && { cookie }), ...headers },
    perMessageDeflate: false,
  })
  const events: ServerEvent[] = []
  const pendingChecks = new Set<() => void>()
  let closeCode: number | null = null
  const runChecks = () => {
    for (const check of pendingChecks) check()
  }
  socket.on('message', (data: Buffer) => {
    const json: unknown = JSON.parse(data.toString())
    const difference = findDifference(ServerEvent, json)
    if (difference !== undefined) throw new Error(`An event outside the contract: ${difference}`)
    events.push(ServerEvent.parse(json))
    runChecks()
  })
  socket.on('close', (code) => {
    closeCode = code
    runChecks()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await Promise.race([
    once(socket, 'open'),
    once(socket, 'unexpected-response').then(([, reply]: { statusCode: number }[]) => {
      socket.terminate()
      throw new Error(`${reply?.statusCode}`)
    }),
  ])
  socket.on('error', () => {})

  /** Waits for the next event of a type and removes it from `events`. */
  async function nextEvent<Type extends ServerEvent['type']>(
    type: Type,
    matches: (event: EventOfType<Type>) => boolean = () => true,
  ): Promise<EventOfType<Type>> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        pendingChecks.delete(check)
        const received = events.map((event) => event.type).join()
        reject(new Error(`No ${type}; received: ${received}; close code: ${closeCode}`))
      }, EVENT_TIMEOUT_MS)
      function check() {
        const index = events.findIndex(
          (event) => event.type === type && matches(event as EventOfType<Type>),
        )
        if (index < 0) return
        clearTimeout(timeout)
        pendingChecks.delete(check)
        resolve(events.splice(index, 1)[0] as EventOfType<Type>)
      }
      pendingChecks.add(check)
      check()
    })
  }

  return {
    socket,
    events,
    nextEvent,
    /** Resolves with the close code. */
    closed,
    send: (event: ClientEvent) => socket.send(JSON.stringify(event)),
    async [Symbol.asyncDispose]() {
      socket.terminate()
      await closed
    },
  }
}

/** Opens a socket and authenticates it as its owner. */
export async function openAuthenticatedSocket(target: SocketTarget, owner: SocketOwner) {
  const socket = await openSocket(target, owner)
  socket.send({ type: 'auth', userId: owner.id, timestamp: new Date().toISOString() })
  await socket.nextEvent('auth_success')
  return socket
}

/** Resets the rate limits of socket upgrades for all members and addresses. */
export async function resetUpgradeLimits({
  redis,
  redisPrefix,
}: {
  redis: Redis
  redisPrefix: string
}) {
  const keys = await redis.keys(`${redisPrefix}throttle:socket-*`)
  await Promise.all(keys.map((key) => redis.del(key.slice(redisPrefix.length))))
}
