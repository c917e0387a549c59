import { ROOM_NOT_FOUND } from '@dolph/contract/rooms/rooms'
import { sql, type RawBuilder } from 'kysely'
import { Refusal } from '../../platform/errors.ts'

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

export function roomNotFound(): Refusal {
  return new Refusal('not-found', ROOM_NOT_FOUND)
}
