import { ROOM_LIVE_MAX, ROOM_NOT_FOUND } from '@dolph/contract/rooms/rooms'
import { sql, type RawBuilder } from 'kysely'
import { Refusal } from '../../platform/errors.ts'
import { isVisibleMember } from '../accounts/people.ts'

/** A member and a room. */
export interface RoomCaller {
  memberId: string
  roomId: string
}

/** The places that give access: rows of `room_members` as `place`, of `rooms` as `room`. */
export const isReadable: RawBuilder<boolean> = sql`
  place.left_at is null and (room.readable_until is null or room.readable_until > clock_timestamp())`

/**
 * The row of a caller who is in the room now as `place`, with its `room`; no row otherwise. Part of the statement that reads or writes:
 * between two statements the caller could leave.
 */
export function fromPlace(
  memberId: string,
  roomId: string | RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    from room_members as place join rooms as room on room.id = place.room_id
    where place.room_id = ${roomId} and place.member_id = ${memberId} and ${isReadable}`
}

/** Members of a room as they are now: `team.member_id`, without deleted accounts. Each is looked up, as in `joinSender`. */
export const presentMembers: RawBuilder<unknown> = sql`
  room_members as team join lateral (
    select * from members where members.id = team.member_id and ${isVisibleMember} offset 0) as members on true`

/**
 * The ids of those who see at once what a member does in a room: the others, without those with a block between them; nobody in a room of
 * more than `ROOM_LIVE_MAX`, where each of them would cause events for all others.
 */
export function liveMemberIds(
  memberId: RawBuilder<unknown>,
  roomId: RawBuilder<unknown>,
): RawBuilder<string[]> {
  return sql`coalesce((
    select array_agg(present.id) filter (where present.id <> ${memberId} and not is_blocked(${memberId}, present.id))
    from (
      select members.id from ${presentMembers}
      where team.room_id = ${roomId} and team.left_at is null limit ${sql.lit(ROOM_LIVE_MAX + 1)}) as present
    having count(*) <= ${sql.lit(ROOM_LIVE_MAX)}), '{}')`
}

export function roomNotFound(): Refusal {
  return new Refusal('not-found', ROOM_NOT_FOUND)
}
