import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { prepare, raw } from '../../db/prepared.ts'
import type { Gateway } from '../../realtime/gateway.ts'
import type { Pace } from '../../realtime/pace.ts'
import { messageIdOf, newMessage } from './events.ts'
import { selectChanges } from './queries.ts'

/** A message is looked for as long as this after it was sent: longer than any commit takes. */
const LOOK_BACK_MS = 6_000
const LOOK_BACK_MAX_MS = 30_000
/** What Redis is about to bring is not looked for yet. */
const SETTLE_MS = 500
const CONVERSATIONS_MAX = 50
const MESSAGES_MAX = 100

/**
 * Looks for messages to the members of this process that the bus did not bring: their publisher died, or Redis is away.
 * So either of the two costs a moment, and no message.
 */
export class Tail {
  readonly #deps: Deps
  readonly #gateway: Gateway
  readonly #pace: Pace
  readonly #log: FastifyBaseLogger
  readonly #timer: NodeJS.Timeout
  #heard = new Set<string>()
  #heardBefore = new Set<string>()
  #rotatedAt = Date.now()
  #lookedAt = Date.now()
  #isLooking = false

  constructor(deps: Deps, gateway: Gateway, log: FastifyBaseLogger) {
    this.#deps = deps
    this.#gateway = gateway
    this.#pace = gateway.pace
    this.#log = log
    this.#timer = setInterval(() => void this.#tick(), gateway.pace.tailAloneMs).unref()
  }

  onHeard(memberId: string, event: string): void {
    const messageId = messageIdOf(event)
    if (messageId !== null) this.#heard.add(memberId + messageId)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #tick(): Promise<void> {
    const now = Date.now()
    if (this.#isLooking || (this.#deps.bus.isWhole && now - this.#lookedAt < this.#pace.tailMs)) {
      return
    }
    this.#isLooking = true
    this.#rotate(now)
    try {
      await this.#look(now)
      this.#lookedAt = now
    } catch (error) {
      this.#log.warn(error, 'new messages could not be looked for')
    }
    this.#isLooking = false
  }

  async #look(now: number): Promise<void> {
    const memberIds = this.#gateway.memberIds()
    if (memberIds.length === 0) return
    const back = Math.min(LOOK_BACK_MAX_MS, LOOK_BACK_MS + now - this.#lookedAt)
    const settle = this.#deps.bus.isWhole ? SETTLE_MS : 0
    const recent = await recentStatement.run(this.#deps.db, { memberIds, back, settle })
    // The oldest that was missed of each conversation; what came after it is read in one go.
    const missed = new Map<string, Recent>()
    for (const each of recent) {
      const key = each.memberId + each.peerId
      const known = missed.get(key)
      if (this.#isHeard(each.memberId, each.messageId)) continue
      if (!known || each.messageId < known.messageId) missed.set(key, each)
    }
    for (const each of missed.values()) await this.#bring(each)
  }

  async #bring({ memberId, peerId, messageId }: Recent): Promise<void> {
    const since = new Date(sentAt(messageId) - 1).toISOString()
    const view = await selectChanges(this.#deps.db, { memberId, peerId, since })
    for (const { _id, json } of view?.changes ?? []) {
      if (_id < messageId || this.#isHeard(memberId, _id)) continue
      this.#heard.add(memberId + _id)
      this.#gateway.push(memberId, newMessage(json))
    }
  }

  #isHeard(memberId: string, messageId: string): boolean {
    return this.#heard.has(memberId + messageId) || this.#heardBefore.has(memberId + messageId)
  }

  /** Remembers for at least as long as it looks back. */
  #rotate(now: number): void {
    if (now - this.#rotatedAt < LOOK_BACK_MAX_MS) return
    this.#heardBefore = this.#heard
    this.#heard = new Set()
    this.#rotatedAt = now
  }
}

interface Recent {
  memberId: string
  peerId: string
  messageId: string
}

interface Asked {
  memberIds: string[]
  back: number
  settle: number
}

/** By the clock of the database, which is in the ids: for each member one look at the index of their conversations. */
export const recentStatement = prepare<Asked, Recent>((slot) => {
  const oldest = idAt(slot('back'))
  const newest = idAt(slot('settle'))
  return raw(sql`
    select here.member_id as "memberId", side.peer_id as "peerId", message.id as "messageId"
    from unnest(${slot('memberIds')}::uuid[]) as here (member_id)
    cross join lateral (
      select peer_id, conversation_id from conversation_sides
      where member_id = here.member_id and last_message_id > (${oldest})
      order by last_message_id desc limit ${sql.lit(CONVERSATIONS_MAX)}) as side
    cross join lateral (
      select id from messages
      where shard = shard_of(side.conversation_id) and conversation_id = side.conversation_id
        and id > (${oldest}) and id < (${newest})
      order by id desc limit ${sql.lit(MESSAGES_MAX)}) as message`)
})

/** Below every id of a message that was sent so long ago or later. */
function idAt(agoMs: number) {
  return sql`select (overlay(lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint - ${agoMs}::bigint), 12, '0')
    placing '-' from 9 for 0) || '-0000-0000-000000000000')::uuid`
}

function sentAt(messageId: string): number {
  return Number.parseInt(messageId.slice(0, 8) + messageId.slice(9, 13), 16)
}
