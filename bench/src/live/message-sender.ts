import type { WebSocket } from 'ws'
import { createSessionCookies } from '../bench-members.ts'
import { BENCH_DATABASE_URL } from '../database.ts'
import { measureLatencies, measureThroughput } from './send-rates.ts'
import { openAuthenticatedSockets, sendEvent, type ServerEvent } from './websocket-client.ts'

export const MESSAGE_TEXT = 'a message of about ten words, as most of them are'
const DELIVERY_TIMEOUT_MS = 30_000

/** Opens the sockets of pairs of members, all senders at one process and all their peers at another or the same. */
export async function connectPairs(
  pairs: [string, string][],
  {
    sendersUrl,
    peersUrl,
    database = BENCH_DATABASE_URL,
  }: {
    sendersUrl: string
    peersUrl: string
    database?: string
  },
) {
  const connect = async (url: string, memberIds: string[]) => {
    const cookies = await createSessionCookies(memberIds, database)
    return openAuthenticatedSockets(
      url,
      memberIds.map((memberId, index) => ({ memberId, cookie: cookies[index] ?? '' })),
    )
  }
  const senders = await connect(
    sendersUrl,
    pairs.map(([sender]) => sender),
  )
  const peers = await connect(
    peersUrl,
    pairs.map(([, peer]) => peer),
  )
  return createMessageSender(pairs, senders, peers)
}

type SocketsByMember = Map<string, WebSocket>

/** Sends messages and resolves each when the peer's socket receives it. */
function createMessageSender(
  pairs: [string, string][],
  senders: SocketsByMember,
  peers: SocketsByMember,
) {
  const inFlight = new Map<string, () => void>()
  let sendsDeliveryReceipts = false
  let count = 0
  for (const socket of peers.values()) {
    socket.on('message', (data: Buffer) => {
      const event = JSON.parse(data.toString()) as ServerEvent & {
        message?: { _id: string; content: string }
      }
      if (event.type !== 'new_message' || !event.message) return
      if (sendsDeliveryReceipts)
        sendEvent(socket, { type: 'message_received', messageId: event.message._id })
      inFlight.get(event.message.content)?.()
    })
  }
  for (const socket of senders.values()) {
    socket.on('message', (data: Buffer) => {
      const event = JSON.parse(data.toString()) as ServerEvent
      if (event.type === 'error') throw new Error(`A message was refused: ${data.toString()}`)
    })
  }

  async function sendAndAwaitDelivery([sender, recipientId]: [string, string]): Promise<number> {
    count += 1
    const content = `${MESSAGE_TEXT}, ${count}`
    const socket = senders.get(sender)
    const started = performance.now()
    await new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(
        () => reject(new Error(`A message was not delivered within ${DELIVERY_TIMEOUT_MS} ms`)),
        DELIVERY_TIMEOUT_MS,
      )
      inFlight.set(content, () => {
        clearTimeout(timeout)
        resolve()
      })
      const tempId = `temp-${crypto.randomUUID()}`
      if (socket) sendEvent(socket, { type: 'new_message', content, recipientId, tempId })
    })
    inFlight.delete(content)
    return performance.now() - started
  }

  return {
    /** Messages per second with a constant number in flight. */
    measureThroughput: (seconds: number) => measureThroughput(pairs, sendAndAwaitDelivery, seconds),
    /** The latency of each message at a fixed rate, independent of earlier messages. */
    async measureLatencies(ratePerSecond: number, seconds: number): Promise<number[]> {
      sendsDeliveryReceipts = true
      return measureLatencies(pairs, sendAndAwaitDelivery, { ratePerSecond, seconds })
    },
    [Symbol.dispose]() {
      for (const socket of [...senders.values(), ...peers.values()]) socket.terminate()
    },
  }
}
