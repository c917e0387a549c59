import { sendMessageStatement } from '@dolph/api/features/messaging/sending/insert-message'
import type { WebSocket } from 'ws'
import { startApi } from '../api-server.ts'
import { sampleMemberPairs } from '../conversation-samples.ts'
import { runPgbench } from '../benchmark-tools.ts'
import { inlineParameters, arrayElementSql } from '../pgbench-sql.ts'
import { openAuthenticatedSockets, sendEvent, type ServerEvent } from '../live/websocket-client.ts'
import { createSessionCookies } from '../bench-members.ts'
import { percentile } from '../percentile.ts'
import { measureRounds } from '../measure-rounds.ts'
import { printLine } from '../print-line.ts'

const PAIR_COUNT = 400
/** The number of messages in flight, and the number of pgbench connections. */
const CONCURRENT_MESSAGES = 32
const ROUND_SECONDS = 4
const WARM_UP_SECONDS = 8
const STEADY_RATE_PER_SECOND = 200
const STEADY_SECONDS = 20
const DELIVERY_TIMEOUT_MS = 30_000
const MESSAGE_TEXT = 'a message of about ten words, as most of them are'

/** Compares messages sent between WebSockets of two API processes with PostgreSQL running the same statement. */
export async function benchmarkSendMessage(): Promise<void> {
  const pairs = await sampleMemberPairs(PAIR_COUNT)
  await using senderApi = await startApi()
  await using peerApi = await startApi()
  const senders = await connectMembers(
    senderApi.url,
    pairs.map(([sender]) => sender),
  )
  const peers = await connectMembers(
    peerApi.url,
    pairs.map(([, peer]) => peer),
  )
  const messageSender = createMessageSender(pairs, senders, peers)

  await messageSender.measureThroughput(WARM_UP_SECONDS)
  const rates = await measureRounds({
    pgbench: () => runPgbench(buildSendMessageScript(pairs), {}, CONCURRENT_MESSAGES),
    'socket to socket': () => messageSender.measureThroughput(ROUND_SECONDS),
  })
  const latencies = await messageSender.measureLatencies()
  printLine(
    `${latencies.length} messages at ${STEADY_RATE_PER_SECOND} per second, each confirmed as delivered`,
  )
  const ratio = rates['socket to socket'] / rates.pgbench
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)]
  printLine(`send/pgbench=${ratio.toFixed(2)} p50=${p50.toFixed(1)} p99=${p99.toFixed(1)}`)
  for (const socket of [...senders.values(), ...peers.values()]) socket.terminate()
}

async function connectMembers(url: string, memberIds: string[]): Promise<Map<string, WebSocket>> {
  const cookies = await createSessionCookies(memberIds)
  const members = memberIds.map((memberId, index) => ({ memberId, cookie: cookies[index] ?? '' }))
  return openAuthenticatedSockets(url, members)
}

function buildSendMessageScript(pairs: [string, string][]): string {
  const statement = inlineParameters(sendMessageStatement, {
    memberId: arrayElementSql(
      pairs.map(([sender]) => sender),
      'uuid',
    ),
    peerId: arrayElementSql(
      pairs.map(([, peer]) => peer),
      'uuid',
    ),
    content: `'${MESSAGE_TEXT}'`,
    tempId: `('temp-' || gen_random_uuid())`,
    mayStartConversation: 'false' as unknown as boolean,
  })
  return `\\set nth random(1, ${pairs.length})\n${statement};`
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
    async measureThroughput(seconds: number): Promise<number> {
      const started = performance.now()
      const end = started + seconds * 1000
      const idle = [...pairs]
      let delivered = 0
      async function keepSending() {
        while (performance.now() < end) {
          const [pair] = idle.splice(Math.floor(Math.random() * idle.length), 1)
          if (!pair) return
          await sendAndAwaitDelivery(pair)
          idle.push(pair)
          delivered += 1
        }
      }
      await Promise.all(Array.from({ length: CONCURRENT_MESSAGES }, keepSending))
      return delivered / ((performance.now() - started) / 1000)
    },
    /** The latency of each message at a fixed rate, independent of earlier messages. */
    async measureLatencies(): Promise<number[]> {
      sendsDeliveryReceipts = true
      const all: Promise<number>[] = []
      const started = performance.now()
      while (all.length < STEADY_RATE_PER_SECOND * STEADY_SECONDS) {
        const target = Math.floor(((performance.now() - started) / 1000) * STEADY_RATE_PER_SECOND)
        while (all.length < target) {
          const pair = pairs[Math.floor(Math.random() * pairs.length)]
          if (pair) all.push(sendAndAwaitDelivery(pair))
        }
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      return Promise.all(all)
    },
  }
}
