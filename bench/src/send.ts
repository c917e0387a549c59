import { sendStatement } from '@dolph/api/features/messaging/queries'
import type { WebSocket } from 'ws'
import { startApi } from './api.ts'
import { somePairs } from './correspondents.ts'
import { pgbench } from './engines.ts'
import { fill, oneOf } from './fill.ts'
import { openSockets, tell, type Heard } from './live/socket.ts'
import { cookiesOf } from './members.ts'
import { percentile } from './percentile.ts'
import { inRounds } from './rounds.ts'
import { say } from './say.ts'

const PAIRS = 400
/** As many messages are on their way at once, and as many connections does pgbench have. */
const AT_ONCE = 32
const SECONDS = 4
const WARM_UP_SECONDS = 8
const STEADY_A_SECOND = 200
const STEADY_SECONDS = 20
const ARRIVED_MS = 30_000
const WORDS = 'a message of about ten words, as most of them are'

/** From a socket on one process to the peer's socket on another, beside PostgreSQL running the same statement. */
export async function send(): Promise<void> {
  const pairs = await somePairs(PAIRS)
  await using one = await startApi()
  await using other = await startApi()
  const senders = await arrive(
    one.url,
    pairs.map(([sender]) => sender),
  )
  const peers = await arrive(
    other.url,
    pairs.map(([, peer]) => peer),
  )
  const post = openPost(pairs, senders, peers)

  await post.asManyAsPossible(WARM_UP_SECONDS)
  const rates = await inRounds({
    pgbench: () => pgbench(scriptOf(pairs), {}, AT_ONCE),
    'socket to socket': () => post.asManyAsPossible(SECONDS),
  })
  const took = await post.steadily()
  say(`${took.length} messages at ${STEADY_A_SECOND} a second, each confirmed as delivered`)
  const ratio = rates['socket to socket'] / rates.pgbench
  const [p50, p99] = [percentile(took, 0.5), percentile(took, 0.99)]
  say(`send/pgbench=${ratio.toFixed(2)} p50=${p50.toFixed(1)} p99=${p99.toFixed(1)}`)
  for (const socket of [...senders.values(), ...peers.values()]) socket.terminate()
}

async function arrive(url: string, memberIds: string[]): Promise<Map<string, WebSocket>> {
  const cookies = await cookiesOf(memberIds)
  const members = memberIds.map((memberId, nth) => ({ memberId, cookie: cookies[nth] ?? '' }))
  return openSockets(url, members)
}

function scriptOf(pairs: [string, string][]): string {
  const statement = fill(sendStatement, {
    memberId: oneOf(
      pairs.map(([sender]) => sender),
      'uuid',
    ),
    peerId: oneOf(
      pairs.map(([, peer]) => peer),
      'uuid',
    ),
    content: `'${WORDS}'`,
    tempId: `('temp-' || gen_random_uuid())`,
    mayOpen: 'false' as unknown as boolean,
  })
  return `\\set nth random(1, ${pairs.length})\n${statement};`
}

type Sockets = Map<string, WebSocket>

/** Sends, and knows of each message when it arrives at the other end. */
function openPost(pairs: [string, string][], senders: Sockets, peers: Sockets) {
  const underWay = new Map<string, () => void>()
  let isConfirming = false
  let count = 0
  for (const socket of peers.values()) {
    socket.on('message', (data: Buffer) => {
      const heard = JSON.parse(data.toString()) as Heard & {
        message?: { _id: string; content: string }
      }
      if (heard.type !== 'new_message' || !heard.message) return
      if (isConfirming) tell(socket, { type: 'message_received', messageId: heard.message._id })
      underWay.get(heard.message.content)?.()
    })
  }
  for (const socket of senders.values()) {
    socket.on('message', (data: Buffer) => {
      const heard = JSON.parse(data.toString()) as Heard
      if (heard.type === 'error') throw new Error(`A message was refused: ${data.toString()}`)
    })
  }

  async function one([sender, recipientId]: [string, string]): Promise<number> {
    count += 1
    const content = `${WORDS}, ${count}`
    const socket = senders.get(sender)
    const started = performance.now()
    await new Promise<void>((resolve, reject) => {
      const patience = setTimeout(() => reject(new Error('A message did not arrive')), ARRIVED_MS)
      underWay.set(content, () => {
        clearTimeout(patience)
        resolve()
      })
      const tempId = `temp-${crypto.randomUUID()}`
      if (socket) tell(socket, { type: 'new_message', content, recipientId, tempId })
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
      await Promise.all(Array.from({ length: AT_ONCE }, keepSending))
      return arrived / ((performance.now() - started) / 1000)
    },
    /** How long each took, at a fixed rate, whether or not earlier ones have arrived. */
    async steadily(): Promise<number[]> {
      isConfirming = true
      const all: Promise<number>[] = []
      const started = performance.now()
      while (all.length < STEADY_A_SECOND * STEADY_SECONDS) {
        const due = Math.floor(((performance.now() - started) / 1000) * STEADY_A_SECOND)
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
