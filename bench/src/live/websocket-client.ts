import { once } from 'node:events'
import { WebSocket } from 'ws'
import { APP_ORIGIN } from '../api-server.ts'

const CONCURRENT_CONNECTS = 100

export interface SignedInMember {
  memberId: string
  cookie: string
}

/** An event from the server, with the fields that the benchmarks use. */
export interface ServerEvent {
  type: string
  tempId?: string
  messageId?: string
  message?: unknown
}

/** Opens a socket as the web client does; it is not authenticated yet. */
export function connectSocket(url: string, cookie: string): WebSocket {
  return new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { cookie, origin: APP_ORIGIN },
    perMessageDeflate: false,
  })
}

export function sendAuthEvent(socket: WebSocket, memberId: string): void {
  sendEvent(socket, { type: 'auth', userId: memberId, timestamp: new Date().toISOString() })
}

export function sendEvent(socket: WebSocket, event: Record<string, unknown>): void {
  socket.send(JSON.stringify(event))
}

/** Opens one authenticated socket per member, `CONCURRENT_CONNECTS` at a time. */
export async function openAuthenticatedSockets(
  url: string,
  members: SignedInMember[],
): Promise<Map<string, WebSocket>> {
  const sockets = new Map<string, WebSocket>()
  const remaining = members.values()
  async function openRemaining() {
    for (const member of remaining)
      sockets.set(member.memberId, await openAuthenticatedSocket(url, member))
  }
  await Promise.all(Array.from({ length: CONCURRENT_CONNECTS }, openRemaining))
  return sockets
}

/** Opens and authenticates a socket. Add listeners in the same tick, or events are missed. */
async function openAuthenticatedSocket(
  url: string,
  { memberId, cookie }: SignedInMember,
): Promise<WebSocket> {
  const socket = connectSocket(url, cookie)
  await once(socket, 'open')
  sendAuthEvent(socket, memberId)
  const [data] = (await once(socket, 'message')) as [Buffer]
  const { type } = JSON.parse(data.toString()) as ServerEvent
  if (type !== 'auth_success')
    throw new Error(`WebSocket authentication failed: ${data.toString()}`)
  return socket
}
