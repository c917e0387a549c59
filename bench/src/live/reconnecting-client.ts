import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { decideReconnect } from '../../../web/src/realtime/reconnect.ts'
import {
  connectSocket,
  sendAuthEvent,
  type ServerEvent,
  type SignedInMember,
} from './websocket-client.ts'

/** A member with an open conversation. */
export interface ConversationMember extends SignedInMember {
  peerId: string
  since: string
}

/** Limits the connections: one machine has fewer free ports than there are simulated members. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Keeps a socket open as the web client does; calls `onSynced` after each connect and sync. Returns a close function. */
export function startReconnectingClient(
  url: string,
  member: ConversationMember,
  onSynced: () => void,
): () => void {
  let attempts = 0
  let isClosed = false
  let socket = connect()

  function connect() {
    const newSocket = connectSocket(url, member.cookie)
    newSocket.on('open', () => sendAuthEvent(newSocket, member.memberId))
    newSocket.on('message', (data: Buffer) => {
      if ((JSON.parse(data.toString()) as ServerEvent).type !== 'auth_success') return
      attempts = 0
      void syncUntilDone()
    })
    // The `close` event follows and handles the error.
    newSocket.on('error', () => {})
    newSocket.on('close', (code: number) => {
      const next = decideReconnect(code, attempts, Math.random())
      if (isClosed || next.action !== 'retry') return
      attempts += 1
      setTimeout(() => (socket = connect()), next.delayMs)
    })
    return newSocket
  }

  async function syncUntilDone(): Promise<void> {
    while (!isClosed && !(await syncConversation(url, member))) await wait(SYNC_RETRY_MS)
    onSynced()
  }

  return () => {
    isClosed = true
    socket.terminate()
  }
}

const SYNC_RETRY_MS = 10_000

async function syncConversation(
  url: string,
  { cookie, peerId, since }: ConversationMember,
): Promise<boolean> {
  const path = `/api/messages/sync?conversationWith=${peerId}&lastSyncTime=${since}`
  return new Promise((resolve) => {
    const request = get(url + path, { agent, headers: { cookie } }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(reply.statusCode === 200))
      reply.on('error', () => resolve(false))
    })
    request.on('error', () => resolve(false))
  })
}
