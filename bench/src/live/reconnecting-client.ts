import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { decideReconnect } from '../../../web/src/lib/reconnect.ts'
import {
  connectSocket,
  sendAuthEvent,
  type ServerEvent,
  type SignedInMember,
} from './websocket-client.ts'

/** Somebody with a conversation open. */
export interface ConversationMember extends SignedInMember {
  peerId: string
  since: string
}

/** All members come from this one machine, which has not as many ports as they have browsers. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Keeps a socket open as the product's client does; `onSynced` each time that it is open and the conversation read. */
export function startReconnectingClient(
  url: string,
  guest: ConversationMember,
  onSynced: () => void,
): () => void {
  let attempts = 0
  let isLeaving = false
  let socket = connect()

  function connect() {
    const dialled = connectSocket(url, guest.cookie)
    dialled.on('open', () => sendAuthEvent(dialled, guest.memberId))
    dialled.on('message', (data: Buffer) => {
      if ((JSON.parse(data.toString()) as ServerEvent).type !== 'auth_success') return
      attempts = 0
      void synced()
    })
    // What went wrong is told by `close`.
    dialled.on('error', () => {})
    dialled.on('close', (code: number) => {
      const next = decideReconnect(code, attempts, Math.random())
      if (isLeaving || next.do !== 'wait') return
      attempts += 1
      setTimeout(() => (socket = connect()), next.forMs)
    })
    return dialled
  }

  async function synced(): Promise<void> {
    while (!isLeaving && !(await syncConversation(url, guest))) await wait(SYNC_RETRY_MS)
    onSynced()
  }

  return () => {
    isLeaving = true
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
