import { sql } from 'kysely'
import { MAX_ID, MIN_ID } from '../../platform/db/id-bounds.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { insertEvent, insertEventsFrom } from '../../platform/events/insert-event.ts'
import { isOwner } from '../projects/owners.ts'
import { ROOM_CLOSED } from '@dolph/contract/rooms/rooms'
import { publishRoomChanged, publishRoomRead } from './events.ts'
import { fromPlace, liveMemberIds, roomNotFound, type RoomCaller } from './places.ts'

type RoomDeps = Pick<Deps, 'db' | 'bus'>

/** Marks the messages of a room as read by the member, up to the message `upTo`. An older one changes nothing. */
export async function markRoomRead(
  { db, bus }: RoomDeps,
  caller: RoomCaller,
  upTo = MAX_ID,
): Promise<void> {
  const [place] = await markReadStatement.run(db, { ...caller, upTo })
  if (!place) throw roomNotFound()
  if (place.readId !== null)
    publishRoomRead(bus, caller, { upTo: place.readId, liveMemberIds: place.liveMemberIds })
}

export const markReadStatement = prepareStatement<
  RoomCaller & { upTo: string },
  { readId: string | null; liveMemberIds: string[] }
>(
  (placeholder) =>
    toCompilable(sql`
    with place as (
      -- A room without messages has nothing to read: least() would take the other value.
      select place.room_id, place.member_id, place.mention_id > greatest(place.read_id, place.from_id) as has_mention,
        case when room.last_message_id is not null then least(room.last_message_id, ${placeholder('upTo')}) end as up_to
      ${fromPlace(placeholder('memberId'), placeholder('roomId'))}),
    changed as (
      update room_members as seat set read_id = place.up_to from place
      where seat.room_id = place.room_id and seat.member_id = place.member_id and seat.left_at is null
        and place.up_to > greatest(seat.read_id, seat.from_id)
      returning seat.read_id, seat.room_id, place.has_mention),
    mention_events as (${insertEventsFrom('room.mentions-changed', {
      from: sql`changed where has_mention`,
      subjectId: sql`room_id`,
      actorId: sql`${placeholder('memberId')}::uuid`,
      data: { memberIds: sql`array[${placeholder('memberId')}::uuid]` },
    })})
    select changed.read_id as "readId", case when changed.read_id is not null
      then ${liveMemberIds(sql`${placeholder('memberId')}`, sql.ref('place.room_id'))} end as "liveMemberIds"
    from place left join changed on true`),
  { insertsEvents: true },
)

export async function muteRoom(
  { db, bus }: RoomDeps,
  { memberId, roomId }: RoomCaller,
  isMuted: boolean,
): Promise<void> {
  const { rows } = await sql<{ isChanged: boolean }>`
    with place as (select place.room_id, place.member_id ${fromPlace(memberId, roomId)}),
    changed as (
      update room_members as seat set muted_at = ${isMuted ? sql`clock_timestamp()` : sql`null`} from place
      where seat.room_id = place.room_id and seat.member_id = place.member_id and seat.left_at is null
        and (seat.muted_at is null) = ${isMuted}
      returning 1)
    select exists (select from changed) as "isChanged" from place`.execute(db)
  const [place] = rows
  if (!place) throw roomNotFound()
  if (place.isChanged) publishRoomChanged(bus, roomId, [memberId])
}

/** Opens or closes what is written from now on to members who join later. Refused unless the caller owns the project. */
export async function changeHistory(
  { db }: RoomDeps,
  { memberId, roomId }: RoomCaller,
  isOpen: boolean,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const room = await lockOwnRoom(tx, { memberId, roomId })
    if (room.isClosed) throw new Refusal('conflict', ROOM_CLOSED)
    if (room.isHistoryOpen === isOpen) return
    await sql`
      update rooms set history_from = ${
        isOpen ? sql`coalesce(last_message_id, ${MIN_ID}::uuid)` : sql`null`
      } where id = ${roomId}`.execute(tx)
    await sql`
      select insert_room_line(${roomId}, ${memberId}, ${isOpen ? 'history-opened' : 'history-closed'})
    `.execute(tx)
    await insertEvent(tx, 'room.changed', {
      subjectId: roomId,
      actorId: memberId,
      data: { memberIds: [] },
    })
  })
}

/** Locked by a statement of its own, so that place and ownership are read as they are after the wait. */
async function lockOwnRoom(tx: Queryable, { memberId, roomId }: RoomCaller) {
  await sql`
    select from rooms where id = ${roomId} and exists (
      select from room_members where room_id = rooms.id and member_id = ${memberId} and left_at is null)
    for no key update`.execute(tx)
  const { rows } = await sql<{ isClosed: boolean; isHistoryOpen: boolean }>`
    select room.closed_at is not null as "isClosed", room.history_from is not null as "isHistoryOpen"
    ${fromPlace(memberId, roomId)}
      and (room.closed_at is not null or ${isOwner(sql`${memberId}::uuid`, sql.ref('room.post_id'))})
  `.execute(tx)
  const [room] = rows
  if (!room) throw roomNotFound()
  return room
}
