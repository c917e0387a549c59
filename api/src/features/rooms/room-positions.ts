import type { RoomPosition } from '@dolph/contract/rooms/rooms'
import { sql } from 'kysely'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import type { Deps } from '../../platform/deps.ts'
import { Presence } from '../../platform/realtime/presence.ts'
import { fromPlace, presentMembers, type RoomCaller } from './places.ts'

/** A room of fifty is synchronized fifty times in ten seconds: Redis is asked once in this time. */
const PRESENCE_MAX_AGE_MS = 5000

type PositionsDeps = Pick<Deps, 'db' | 'redis' | 'bus'>

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

  /** Those of the others, without members with a block between them; none for a caller who is not in the room. */
  async read(caller: RoomCaller): Promise<RoomPosition[]> {
    const rows = await positionsStatement.run(this.#deps.db, caller)
    const online = await this.#readOnline(
      caller.roomId,
      rows.map(({ userId }) => userId),
    )
    return rows.flatMap(({ userId, upTo, isShown }) =>
      isShown ? [{ userId, upTo, isOnline: online.has(userId) }] : [],
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

interface PositionRow {
  userId: string
  upTo: string | null
  /** False for the caller, and for members with a block between them. */
  isShown: boolean
}

/** Everybody in the room, so that who is online is the same question for each of them. */
export const positionsStatement = prepareStatement<RoomCaller, PositionRow>((placeholder) =>
  toCompilable(sql`
    select members.id as "userId", team.read_id as "upTo", members.id <> ${placeholder('memberId')} and members.id <> all (array(
      select other_id from blocks where member_id = ${placeholder('memberId')}
      union all
      select member_id from blocks where other_id = ${placeholder('memberId')})) as "isShown"
    from (select place.room_id ${fromPlace(placeholder('memberId'), placeholder('roomId'))}) as place
    join ${presentMembers} on team.room_id = place.room_id and team.left_at is null`),
)
