import { sendMessageStatement } from '@dolph/api/features/messaging/queries'
import type { WebSocket } from 'ws'
import { startApi } from './api-server.ts'
import { sampleMemberPairs } from './conversation-samples.ts'
import { runPgbench } from './benchmark-tools.ts'
import { inlineParameters, arrayElementSql } from './pgbench-sql.ts'
import { openAuthenticatedSockets, sendEvent, type ServerEvent } from './live/websocket-client.ts'
import { createSessionCookies } from './bench-members.ts'
import { percentile } from './percentile.ts'
import { measureRounds } from './measure-rounds.ts'
import { printLine } from './print-line.ts'

const PAIR_COUNT = 400
/** As many messages are on their way at once, and as many connections does pgbench have. */
const CONCURRENT_MESSAGES = 32
const ROUND_SECONDS = 4
const WARM_UP_SECONDS = 8
const STEADY_RATE_PER_SECOND = 200
const STEADY_SECONDS = 20
const DELIVERY_TIMEOUT_MS = 30_000
const MESSAGE_TEXT = 'a message of about ten words, as most of them are'

/** From a socket on one process to the peer's socket on another, beside PostgreSQL running the same statement. */
export async function benchmarkSendMessage(): Promise<void> {
  const pairs = await sampleMemberPairs(PAIR_COUNT)
  await using one = await startApi()
  await using other = await startApi()
  const senders = await connectMembers(
    one.url,
    pairs.map(([sender]) => sender),
  )
  const peers = await connectMembers(
    other.url,
    pairs.map(([, peer]) => peer),
  )
  const post = createMessageSender(pairs, senders, peers)

  await post.asManyAsPossible(WARM_UP_SECONDS)
  const rates = await measureRounds({
    pgbench: () => runPgbench(buildSendMessageScript(pairs), {}, CONCURRENT_MESSAGES),
    'socket to socket': () => post.asManyAsPossible(ROUND_SECONDS),
  })
  const took = await post.steadily()
  printLine(
    `${took.length} messages at ${STEADY_RATE_PER_SECOND} a second, each confirmed as delivered`,
  )
  const ratio = rates['socket to socket'] / rates.pgbench
  const [p50, p99] = [percentile(took, 0.5), percentile(took, 0.99)]
  printLine(`send/pgbench=${ratio.toFixed(2)} p50=${p50.toFixed(1)} p99=${p99.toFixed(1)}`)
  for (const socket of [...senders.values(), ...peers.values()]) socket.terminate()
}

async function connectMembers(url: string, memberIds: string[]): Promise<Map<string, WebSocket>> {
  const cookies = await createSessionCookies(memberIds)
  const members = memberIds.map((memberId, nth) => ({ memberId, cookie: cookies[nth] ?? '' }))
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

/** Sends, and knows of each message when it arrives at the other end. */
function createMessageSender(
  pairs: [string, string][],
  senders: SocketsByMember,
  peers: SocketsByMember,
) {
  const underWay = new Map<string, () => void>()
  let isConfirming = false
  let count = 0
  for (const socket of peers.values()) {
    socket.on('message', (data: Buffer) => {
      const heard = JSON.parse(data.toString()) as ServerEvent & {
        message?: { _id: string; content: string }
      }
      if (heard.type !== 'new_message' || !heard.message) return
      if (isConfirming)
        sendEvent(socket, { type: 'message_received', messageId: heard.message._id })
      underWay.get(heard.message.content)?.()
    })
  }
  for (const socket of senders.values()) {
    socket.on('message', (data: Buffer) => {
      const heard = JSON.parse(data.toString()) as ServerEvent
      if (heard.type === 'error') throw new Error(`A message was refused: ${data.toString()}`)
    })
  }

  async function one([sender, recipientId]: [string, string]): Promise<number> {
    count += 1
    const content = `${MESSAGE_TEXT}, ${count}`
    const socket = senders.get(sender)
    const started = performance.now()
    await new Promise<void>((resolve, reject) => {
      const patience = setTimeout(
        () => reject(new Error('A message did not arrive')),
        DELIVERY_TIMEOUT_MS,
      )
      underWay.set(content, () => {
        clearTimeout(patience)
        resolve()
      })
      const tempId = `temp-${crypto.randomUUID()}`
      if (socket) sendEvent(socket, { type: 'new_message', content, recipientId, tempId })
    })
    underWay.delete(content)
    return performance.now() - started
  }

  return {
    /** Messages a second with always the same number under way. */
    async asManyAsPossible(seconds: number): Promise<number> {
      const started = performance.now()
      const end = started + seconds * 1000
      const idle = [...pairs]
      let arrived = 0
      async function keepSending() {
        while (performance.now() < end) {
          const [pair] = idle.splice(Math.floor(Math.random() * idle.length), 1)
          if (!pair) return
          await one(pair)
          idle.push(pair)
          arrived += 1
        }
      }
      await Promise.all(Array.from({ length: CONCURRENT_MESSAGES }, keepSending))
      return arrived / ((performance.now() - started) / 1000)
    },
    /** How long each took, at a fixed rate, whether or not earlier ones have arrived. */
    async steadily(): Promise<number[]> {
      isConfirming = true
      const all: Promise<number>[] = []
      const started = performance.now()
      while (all.length < STEADY_RATE_PER_SECOND * STEADY_SECONDS) {
        const due = Math.floor(((performance.now() - started) / 1000) * STEADY_RATE_PER_SECOND)
        while (all.length < due) {
          const pair = pairs[Math.floor(Math.random() * pairs.length)]
          if (pair) all.push(one(pair))
        }
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      return Promise.all(all)
    },
  }
}
