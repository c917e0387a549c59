import { sql, type RawBuilder } from 'kysely'
import { rawArray, type RawJson } from '../../platform/db/json-text.ts'
import type { Deps } from '../../platform/deps.ts'
import { Presence } from '../../platform/realtime/presence.ts'
import { presentMembers } from './places.ts'

/** A room of fifty is synchronized fifty times in ten seconds: Redis is asked once in this time. */
const PRESENCE_MAX_AGE_MS = 5000

type PositionsDeps = Pick<Deps, 'redis' | 'bus'>

interface OnlineMembers {
  readAt: number
  ids: Promise<ReadonlySet<string>>
}

/** How far the members of a room have read, and who of them is online. */
export class RoomPositions {
  readonly #deps: PositionsDeps
  /** The oldest first. */
  readonly #onlineByRoom = new Map<string, OnlineMembers>()

  constructor(deps: PositionsDeps) {
    this.#deps = deps
  }

  /** As JSON of the contract's `RoomPosition`: those of the others, without members with a block between them. */
  async describe(roomId: string, rows: readonly PositionRow[]): Promise<RawJson> {
    const online = await this.#readOnline(
      roomId,
      rows.map(([userId]) => userId),
    )
    return rawArray(
      rows.flatMap(([userId, upTo, isShown]) =>
        isShown ? [formatPosition(userId, upTo, online.has(userId))] : [],
      ),
    )
  }

  async #readOnline(roomId: string, memberIds: string[]): Promise<ReadonlySet<string>> {
    const now = performance.now()
    for (const [id, { readAt }] of this.#onlineByRoom) {
      if (now - readAt < PRESENCE_MAX_AGE_MS) break
      this.#onlineByRoom.delete(id)
    }
    const known = this.#onlineByRoom.get(roomId)
    if (known) return known.ids
    const ids = this.#findOnline(memberIds)
    this.#onlineByRoom.set(roomId, { readAt: now, ids })
    return ids
  }

  /** Nobody while Redis is away. */
  async #findOnline(memberIds: string[]): Promise<ReadonlySet<string>> {
    const { redis, bus } = this.#deps
    if (!bus.isConnected) return new Set()
    const statuses = await new Presence(redis, bus.id)
      .readStatuses(memberIds)
      .catch(() => new Map<string, { isOnline: boolean }>())
    return new Set(memberIds.filter((memberId) => statuses.get(memberId)?.isOnline))
  }
}

/** A member, how far they have read, and whether the caller sees it: not of themselves, and not of members with a block between them. */
export type PositionRow = [userId: string, upTo: string | null, isShown: boolean]

/** Of ids, which need no escaping. */
function formatPosition(userId: string, upTo: string | null, isOnline: boolean): string {
  const id = upTo === null ? 'null' : `"${upTo}"`
  return `{"userId":"${userId}","upTo":${id},"isOnline":${isOnline}}`
}

/** A `PositionRow` for everybody in the room of `place`, so that who is online is the same question for each of them. */
export function selectPositions(memberId: string): RawBuilder<unknown> {
  return sql`
    select coalesce(json_agg(json_build_array(
      members.id, team.read_id, members.id <> ${memberId} and members.id <> all (array(
        select other_id from blocks where member_id = ${memberId}
        union all
        select member_id from blocks where other_id = ${memberId})))), '[]')
    from ${presentMembers} where team.room_id = place.room_id and team.left_at is null`
}
