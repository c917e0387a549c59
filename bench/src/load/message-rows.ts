import { createHash } from 'node:crypto'
import type { RandomSource } from './random-source.ts'
import { SEED } from './rows.ts'
import { createRandomSource } from './random-source.ts'
import { createTextSource } from './text-source.ts'

export interface MessageScale {
  messages: number
  conversations: number
}

/** How fast conversations get shorter: of 400,000 the longest then has one message in a hundred, half have five or fewer. */
const LENGTH_DECAY = 0.75
/** So many members are writing to somebody at any moment. */
const CONCURRENT_BURSTS = 64
const BURST_LENGTH_MAX = 12
/** One conversation in so many has something unread. */
const UNREAD_ONE_IN = 5
const UNREAD_MAX = 10

interface Conversation {
  id: string
  shard: number
  /** The ids of the two; the lower first. */
  parties: [string, string]
  left: number
  /** The last so many messages are all of one party, and the other has not read them. */
  unread: number
  waiting: 0 | 1
  /** By party: the last message that they sent and the other has read. */
  lastRead: [string, string]
  lastId: string
  lastStamp: string
}

/** Two years of messages in the order in which they were sent, as lines of COPY text. */
export function generateMessageRows(
  memberIds: string[],
  scale: MessageScale,
  { start, end }: { start: number; end: number },
) {
  const random = createRandomSource(SEED)
  const text = createTextSource(random)
  const gap = (end - start) / (scale.messages + 1)
  const conversations = generateConversations(memberIds, scale, random)

  return {
    *messages() {
      const sittings = generateBursts(conversations, random)
      const current = Array.from({ length: CONCURRENT_BURSTS }, () => sittings.next().value)
      let nth = 0
      while (current.length > 0) {
        const seat = random.below(current.length)
        const sitting = current[seat]
        if (!sitting || sitting.left === 0) {
          const { value } = sittings.next()
          if (value) current[seat] = value
          else current.splice(seat, 1)
          continue
        }
        sitting.left -= 1
        nth += 1
        yield messageLine(sitting.conversation, start + gap * nth)
      }
    },
    *conversations() {
      for (const { id, parties, lastStamp } of conversations) {
        yield `${id}\t${parties[0]}\t${parties[1]}\t${lastStamp}\n`
      }
    },
    *sides() {
      for (const { id, parties, unread, waiting, lastRead, lastId } of conversations) {
        for (const [me, peer] of [
          [0, 1],
          [1, 0],
        ] as const) {
          const count = unread > 0 && waiting === me ? unread : 0
          yield `${parties[me]}\t${parties[peer]}\t${id}\t${lastId}\t${count}\t${lastRead[peer]}\n`
        }
      }
    },
  }

  function messageLine(conversation: Conversation, at: number): string {
    const id = generateIdInShard(conversation.shard, at, random)
    if (!conversation.id) conversation.id = generateIdInShard(conversation.shard, at, random)
    const isUnread = conversation.left <= conversation.unread
    const sender = isUnread ? otherParty(conversation.waiting) : (random.below(2) as 0 | 1)
    // One step of the clock is shared by all: so no two stamps of a conversation are the same.
    const delivered = !isUnread || random.below(2) === 0 ? toIsoTime(at + gap * 0.2) : '\\N'
    const read = isUnread ? '\\N' : toIsoTime(at + gap * 0.5)
    const changed = [read, delivered].find((stamp) => stamp !== '\\N') ?? toIsoTime(at)
    if (!isUnread) conversation.lastRead[sender] = id
    conversation.left -= 1
    conversation.lastId = id
    conversation.lastStamp = changed
    return `${id}\t${conversation.shard}\t${conversation.id}\t${conversation.parties[sender]}\t${text.words(2 + random.below(20))}\t${delivered}\t${read}\t${changed}\n`
  }
}

/** Some members know very many others, most know a few. */
function generateConversations(
  memberIds: string[],
  scale: MessageScale,
  random: RandomSource,
): Conversation[] {
  const known = new Set<number>()
  const shares = distributeMessages(scale)
  return shares.map((left) => {
    for (;;) {
      const one = random.heavyTail(memberIds.length, 3)
      const two = random.below(memberIds.length)
      const pair = Math.min(one, two) * memberIds.length + Math.max(one, two)
      if (one === two || known.has(pair)) continue
      known.add(pair)
      return createConversation([memberIds[one] ?? '', memberIds[two] ?? ''], left, random)
    }
  })
}

function createConversation(ids: string[], left: number, random: RandomSource): Conversation {
  const [low = '', high = ''] = ids.toSorted()
  const shard = Number.parseInt(
    createHash('md5')
      .update(low + high)
      .digest('hex')
      .slice(0, 3),
    16,
  )
  const unread =
    random.below(UNREAD_ONE_IN) === 0 ? Math.min(left, 1 + random.below(UNREAD_MAX)) : 0
  const waiting = random.below(2) as 0 | 1
  const [lastId, lastStamp] = ['', '']
  return {
    id: '',
    shard,
    parties: [low, high],
    left,
    unread,
    waiting,
    lastRead: ['\\N', '\\N'],
    lastId,
    lastStamp,
  }
}

/** How many messages each conversation gets, the longest first. */
function distributeMessages({ messages, conversations }: MessageScale): number[] {
  const weights = Array.from({ length: conversations }, (_, rank) => (rank + 1) ** -LENGTH_DECAY)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => Math.max(1, Math.round((messages * weight) / all)))
}

interface MessageBurst {
  conversation: Conversation
  left: number
}

/** Conversations are had in sittings of some messages, which fall anywhere in the two years. */
function* generateBursts(
  conversations: Conversation[],
  random: RandomSource,
): Generator<MessageBurst, undefined> {
  const all: MessageBurst[] = []
  for (const conversation of conversations) {
    for (let left = conversation.left; left > 0;) {
      const length = Math.min(left, 1 + random.below(BURST_LENGTH_MAX))
      all.push({ conversation, left: length })
      left -= length
    }
  }
  while (all.length > 0) {
    const nth = random.below(all.length)
    const last = all.pop()
    const sitting = all[nth] ?? last
    if (all[nth] && last) all[nth] = last
    if (sitting) yield sitting
  }
}

function generateIdInShard(shard: number, ms: number, random: RandomSource): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  const inside = shard.toString(16).padStart(3, '0')
  const variant = (8 + random.below(4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${inside}-${variant}${randomHex(3, random)}-${randomHex(6, random)}${randomHex(6, random)}`
}

function randomHex(digits: number, random: RandomSource): string {
  return random
    .below(16 ** digits)
    .toString(16)
    .padStart(digits, '0')
}

function toIsoTime(ms: number): string {
  return new Date(ms).toISOString()
}

function otherParty(party: 0 | 1): 0 | 1 {
  return party === 0 ? 1 : 0
}
