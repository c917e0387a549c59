import { once } from 'node:events'
import { WebSocket } from 'ws'
import { APP_ORIGIN } from '../api.ts'

const AT_ONCE = 100

export interface SignedIn {
  memberId: string
  cookie: string
}

/** What the server says on a socket, as far as anybody here listens. */
export interface Heard {
  type: string
  tempId?: string
  messageId?: string
  message?: unknown
}

/** A socket as a browser of ours opens it, not yet introduced. */
export function dial(url: string, cookie: string): WebSocket {
  return new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { cookie, origin: APP_ORIGIN },
    perMessageDeflate: false,
  })
}

export function introduce(socket: WebSocket, memberId: string): void {
  tell(socket, { type: 'auth', userId: memberId, timestamp: new Date().toISOString() })
}

export function tell(socket: WebSocket, event: Record<string, unknown>): void {
  socket.send(JSON.stringify(event))
}

/** Some at a time, as a crowd comes. */
export async function openSockets(
  url: string,
  members: SignedIn[],
): Promise<Map<string, WebSocket>> {
  const sockets = new Map<string, WebSocket>()
  const waiting = members.values()
  async function keepOpening() {
    for (const member of waiting) sockets.set(member.memberId, await openSocket(url, member))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, keepOpening))
  return sockets
}

/** An authenticated socket. Listeners are to be added in the same tick that it arrives in. */
async function openSocket(url: string, { memberId, cookie }: SignedIn): Promise<WebSocket> {
  const socket = dial(url, cookie)
  await once(socket, 'open')
  introduce(socket, memberId)
  const [data] = (await once(socket, 'message')) as [Buffer]
  const { type } = JSON.parse(data.toString()) as Heard
  if (type !== 'auth_success') throw new Error(`A socket was not let in: ${data.toString()}`)
  return socket
}
