import { once } from 'node:events'
import { ServerEvent, type ClientEvent } from '@dolph/contract/realtime'
import type { Redis } from 'ioredis'
import { WebSocket } from 'ws'

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

/** A socket as one of our pages opens it, without having said who it is. Rejects with the status if there is none. */
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
  const waiting = new Set<() => void>()
  let closeCode: number | null = null
  const wake = () => {
    for (const check of waiting) check()
  }
  socket.on('message', (data: Buffer) => {
    events.push(ServerEvent.parse(JSON.parse(data.toString())))
    wake()
  })
  socket.on('close', (code) => {
    closeCode = code
    wake()
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

  /** The next event of this kind that was not looked at yet. */
  async function nextEvent<Type extends ServerEvent['type']>(
    type: Type,
    isIt: (event: EventOfType<Type>) => boolean = () => true,
  ): Promise<EventOfType<Type>> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        waiting.delete(check)
        const others = events.map((event) => event.type).join()
        reject(new Error(`No ${type}, but ${others}; closed: ${closeCode}`))
      }, EVENT_TIMEOUT_MS)
      function check() {
        const index = events.findIndex(
          (event) => event.type === type && isIt(event as EventOfType<Type>),
        )
        if (index < 0) return
        clearTimeout(patience)
        waiting.delete(check)
        resolve(events.splice(index, 1)[0] as EventOfType<Type>)
      }
      waiting.add(check)
      check()
    })
  }

  return {
    socket,
    events,
    nextEvent,
    /** The code with which it ended. */
    closed,
    send: (event: ClientEvent) => socket.send(JSON.stringify(event)),
    async [Symbol.asyncDispose]() {
      socket.terminate()
      await closed
    },
  }
}

/** A socket whose owner has said who they are. */
export async function openAuthenticatedSocket(place: SocketTarget, owner: SocketOwner) {
  const live = await openSocket(place, owner)
  live.send({ type: 'auth', userId: owner.id, timestamp: new Date().toISOString() })
  await live.nextEvent('auth_success')
  return live
}

/** Lets everybody open as many sockets as if they had opened none. */
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
