import { createHash } from 'node:crypto'
import type { RandomSource } from './random-source.ts'
import { SEED } from './rows.ts'
import { createRandomSource } from './random-source.ts'
import { createTextSource } from './text-source.ts'

export interface MessageScale {
  messages: number
  conversations: number
}

/** The exponent of conversation lengths: of 400,000 the longest has 1 % of all messages, and half have five or fewer. */
const LENGTH_DECAY = 0.75
/** The number of conversations that are active at any time. */
const CONCURRENT_BURSTS = 64
const BURST_LENGTH_MAX = 12
/** One conversation in this many has unread messages. */
const UNREAD_ONE_IN = 5
const UNREAD_MAX = 10

interface Conversation {
  id: string
  shard: number
  /** The ids of both members, the lower first. */
  memberIds: [string, string]
  remaining: number
  /** The number of unread messages at the end, all from one member. */
  unread: number
  /** The index of the member with unread messages. */
  unreadMemberIndex: 0 | 1
  /** Per member: the id of their last message that the other has read. */
  lastRead: [string, string]
  lastId: string
  lastChangedAt: string
}

/** Generates two years of messages in the order they were sent, as lines of COPY text. */
export function generateMessageRows(
  allMemberIds: string[],
  scale: MessageScale,
  { start, end }: { start: number; end: number },
) {
  const random = createRandomSource(SEED)
  const text = createTextSource(random)
  const gap = (end - start) / (scale.messages + 1)
  const conversations = generateConversations(allMemberIds, scale, random)

  return {
    *messages() {
      const bursts = generateBursts(conversations, random)
      const current = Array.from({ length: CONCURRENT_BURSTS }, () => bursts.next().value)
      let index = 0
      while (current.length > 0) {
        const slot = random.below(current.length)
        const burst = current[slot]
        if (!burst || burst.remaining === 0) {
          const { value } = bursts.next()
          if (value) current[slot] = value
          else current.splice(slot, 1)
          continue
        }
        burst.remaining -= 1
        index += 1
        yield formatMessageLine(burst.conversation, start + gap * index)
      }
    },
    *conversations() {
      for (const { id, memberIds, lastChangedAt } of conversations) {
        yield `${id}\t${memberIds[0]}\t${memberIds[1]}\t${lastChangedAt}\n`
      }
    },
    *sides() {
      for (const { id, memberIds, unread, unreadMemberIndex, lastRead, lastId } of conversations) {
        for (const [self, peer] of [
          [0, 1],
          [1, 0],
        ] as const) {
          const count = unread > 0 && unreadMemberIndex === self ? unread : 0
          yield `${memberIds[self]}\t${memberIds[peer]}\t${id}\t${lastId}\t${count}\t${lastRead[peer]}\n`
        }
      }
    },
  }

  function formatMessageLine(conversation: Conversation, at: number): string {
    const id = generateIdInShard(conversation.shard, at, random)
    if (!conversation.id) conversation.id = generateIdInShard(conversation.shard, at, random)
    const isUnread = conversation.remaining <= conversation.unread
    const sender = isUnread
      ? getOtherIndex(conversation.unreadMemberIndex)
      : (random.below(2) as 0 | 1)
    // Times stay within one gap between messages, so no two times of a conversation are equal.
    const delivered = !isUnread || random.below(2) === 0 ? toIsoTime(at + gap * 0.2) : '\\N'
    const read = isUnread ? '\\N' : toIsoTime(at + gap * 0.5)
    const changed = [read, delivered].find((time) => time !== '\\N') ?? toIsoTime(at)
    if (!isUnread) conversation.lastRead[sender] = id
    conversation.remaining -= 1
    conversation.lastId = id
    conversation.lastChangedAt = changed
    return `${id}\t${conversation.shard}\t${conversation.id}\t${conversation.memberIds[sender]}\t${text.words(2 + random.below(20))}\t${delivered}\t${read}\t${changed}\n`
  }
}

/** A few members have very many conversations, most have a few. */
function generateConversations(
  memberIds: string[],
  scale: MessageScale,
  random: RandomSource,
): Conversation[] {
  const usedPairs = new Set<number>()
  const messageCounts = distributeMessages(scale)
  return messageCounts.map((remaining) => {
    for (;;) {
      const first = random.heavyTail(memberIds.length, 3)
      const second = random.below(memberIds.length)
      const pair = Math.min(first, second) * memberIds.length + Math.max(first, second)
      if (first === second || usedPairs.has(pair)) continue
      usedPairs.add(pair)
      return createConversation(
        [memberIds[first] ?? '', memberIds[second] ?? ''],
        remaining,
        random,
      )
    }
  })
}

function createConversation(ids: string[], remaining: number, random: RandomSource): Conversation {
  const [low = '', high = ''] = ids.toSorted()
  const shard = Number.parseInt(
    createHash('md5')
      .update(low + high)
      .digest('hex')
      .slice(0, 3),
    16,
  )
  const unread =
    random.below(UNREAD_ONE_IN) === 0 ? Math.min(remaining, 1 + random.below(UNREAD_MAX)) : 0
  const unreadMemberIndex = random.below(2) as 0 | 1
  const [lastId, lastChangedAt] = ['', '']
  return {
    id: '',
    shard,
    memberIds: [low, high],
    remaining,
    unread,
    unreadMemberIndex,
    lastRead: ['\\N', '\\N'],
    lastId,
    lastChangedAt,
  }
}

/** The number of messages of each conversation, the longest first. */
function distributeMessages({ messages, conversations }: MessageScale): number[] {
  const weights = Array.from({ length: conversations }, (_, rank) => (rank + 1) ** -LENGTH_DECAY)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => Math.max(1, Math.round((messages * weight) / total)))
}

interface MessageBurst {
  conversation: Conversation
  remaining: number
}

/** Splits conversations into short bursts of messages and yields the bursts in random order. */
function* generateBursts(
  conversations: Conversation[],
  random: RandomSource,
): Generator<MessageBurst, undefined> {
  const all: MessageBurst[] = []
  for (const conversation of conversations) {
    for (let remaining = conversation.remaining; remaining > 0;) {
      const length = Math.min(remaining, 1 + random.below(BURST_LENGTH_MAX))
      all.push({ conversation, remaining: length })
      remaining -= length
    }
  }
  while (all.length > 0) {
    const index = random.below(all.length)
    const last = all.pop()
    const burst = all[index] ?? last
    if (all[index] && last) all[index] = last
    if (burst) yield burst
  }
}

function generateIdInShard(shard: number, ms: number, random: RandomSource): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  const shardHex = shard.toString(16).padStart(3, '0')
  const variant = (8 + random.below(4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${shardHex}-${variant}${randomHex(3, random)}-${randomHex(6, random)}${randomHex(6, random)}`
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

function getOtherIndex(index: 0 | 1): 0 | 1 {
  return index === 0 ? 1 : 0
}
