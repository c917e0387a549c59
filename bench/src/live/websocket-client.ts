import { once } from 'node:events'
import { WebSocket } from 'ws'
import { APP_ORIGIN } from '../api-server.ts'

const CONCURRENT_CONNECTS = 100

export interface SignedInMember {
  memberId: string
  cookie: string
}

/** What the server says on a socket, as far as anybody here listens. */
export interface ServerEvent {
  type: string
  tempId?: string
  messageId?: string
  message?: unknown
}

/** A socket as a browser of ours opens it, not yet introduced. */
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

/** Some at a time, as a crowd comes. */
export async function openAuthenticatedSockets(
  url: string,
  members: SignedInMember[],
): Promise<Map<string, WebSocket>> {
  const sockets = new Map<string, WebSocket>()
  const waiting = members.values()
  async function keepOpening() {
    for (const member of waiting)
      sockets.set(member.memberId, await openAuthenticatedSocket(url, member))
  }
  await Promise.all(Array.from({ length: CONCURRENT_CONNECTS }, keepOpening))
  return sockets
}

/** An authenticated socket. Listeners are to be added in the same tick that it arrives in. */
async function openAuthenticatedSocket(
  url: string,
  { memberId, cookie }: SignedInMember,
): Promise<WebSocket> {
  const socket = connectSocket(url, cookie)
  await once(socket, 'open')
  sendAuthEvent(socket, memberId)
  const [data] = (await once(socket, 'message')) as [Buffer]
  const { type } = JSON.parse(data.toString()) as ServerEvent
  if (type !== 'auth_success') throw new Error(`A socket was not let in: ${data.toString()}`)
  return socket
}
