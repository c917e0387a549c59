import type { OpenRoom, Room, RoomMember } from '@dolph/contract/rooms/rooms'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { MAX_ID } from '../../platform/db/id-bounds.ts'
import { isoTime } from '../../platform/db/iso-time.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { personJson } from '../pictures/person-json.ts'
import { isOwner } from '../projects/owners.ts'
import { fromPlace, isReadable, presentMembers, roomNotFound, type RoomCaller } from './places.ts'
import { joinSender, roomMessageJson } from './room-json.ts'

/** Among those whose rooms are counted; a member with more teams than this has read none of the others for long. */
const COUNTED_ROOMS_MAX = 200
const ROOMS_PAGE_MAX = 101

function isIgnoredBy(viewerId: string, memberId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(
    exists (select from blocks where blocks.member_id = ${viewerId} and other_id = ${memberId})
    or exists (select from mutes where mutes.member_id = ${viewerId} and other_id = ${memberId}))`
}

/** A room in the form of the contract's `Room` for a caller; `place` is their row in `room_members`, `room` the room. */
function buildRoomJson(memberId: string): RawBuilder<Room> {
  return sql`json_build_object(
    '_id', room.id,
    'post', case when post.id is not null then json_build_object('_id', post.id, 'title', post.title) end,
    'name', coalesce(post.title, room.name),
    'memberCount', present.count,
    'state', case
      when room.closed_at is not null then 'closed'
      when present.count < 2 then 'alone'
      when present.count = 2 and is_blocked(${memberId}, present.other) then 'blocked'
      else 'open' end,
    'readableUntil', ${isoTime(sql.ref('room.readable_until'))},
    'isOwner', post.id is not null and ${isOwner(sql`${memberId}`, sql.ref('post.id'))},
    'isHistoryOpen', room.history_from is not null,
    'isMuted', place.muted_at is not null,
    'lastMessage', (select ${roomMessageJson} from messages as message ${joinSender}
      where message.shard = shard_of(room.last_message_id) and message.id = room.last_message_id
        and message.id > place.from_id),
    'unreadCount', count_unread_in_room(room.id, ${memberId}, greatest(place.read_id, place.from_id)),
    'mentionCount', case when place.mention_id > greatest(place.read_id, place.from_id) then (
      select number from count_unread_mentions(room.id, ${memberId}, greatest(place.read_id, place.from_id))) else 0 end,
    'ignoredIds', array(
      select seat.member_id from room_members as seat
      where seat.room_id = room.id and ${isIgnoredBy(memberId, sql.ref('seat.member_id'))}))`
}

/** What `buildRoomJson` reads from, after `place` and `room`. */
function joinRoomDetails(memberId: string): RawBuilder<unknown> {
  return sql`
    left join posts as post on post.id = room.post_id
    cross join lateral (
      select count(*)::integer as count, (array_agg(team.member_id) filter (where team.member_id <> ${memberId}))[1] as other
      from ${presentMembers} where team.room_id = room.id and team.left_at is null) as present`
}

interface RoomListPosition {
  memberId: string
  before: string
}

interface ListedRoom {
  /** In all rooms of the member that are not muted, as they were when the page was read. */
  unreadCount: number
  room: Room
  /** Its newest message, or the room itself while it has none. */
  position: string
}

/** A page of the rooms of a member, that with the newest message first, and the position before which the next page starts. */
export async function selectRooms(
  db: Database,
  { memberId, before }: { memberId: string; before?: string | undefined },
  limit: number,
): Promise<{ data: Room[]; unreadCount: number; next: string | undefined }> {
  const rows = await roomListStatement.run(db, { memberId, before: before ?? MAX_ID })
  const page = rows.slice(0, limit)
  return {
    data: page.map(({ room }) => room),
    unreadCount:
      rows[0]?.unreadCount ??
      // Without any room nothing is unread: a second statement might see one that the list does not have.
      (before === undefined ? 0 : await countUnreadInRooms(db, memberId)),
    next: rows.length > limit ? page.at(-1)?.position : undefined,
  }
}

export const roomListStatement = prepareStatement<RoomListPosition, ListedRoom>((placeholder) =>
  toCompilable(sql`
    select (${buildUnreadCount(placeholder('memberId'))}) as "unreadCount",
      ${buildRoomJson(placeholder('memberId'))} as room, place.position
    from (
      select place.*, coalesce(room.last_message_id, room.id) as position
      from room_members as place join rooms as room on room.id = place.room_id
      where place.member_id = ${placeholder('memberId')} and ${isReadable}
        and coalesce(room.last_message_id, room.id) < ${placeholder('before')}
      order by position desc limit ${sql.lit(ROOMS_PAGE_MAX)}) as place
    join rooms as room on room.id = place.room_id
    ${joinRoomDetails(placeholder('memberId'))}
    order by place.position desc`),
)

/** The number of unread messages in all rooms that the member has not muted. */
export async function countUnreadInRooms(db: Database, memberId: string): Promise<number> {
  const [row] = await unreadInRoomsStatement.run(db, { memberId })
  return row?.unread ?? 0
}

export const unreadInRoomsStatement = prepareStatement<{ memberId: string }, { unread: number }>(
  (placeholder) => toCompilable(buildUnreadCount(placeholder('memberId'))),
)

function buildUnreadCount(memberId: string) {
  return sql<{ unread: number }>`
    select coalesce(sum(count_unread_in_room(place.room_id, ${memberId}, greatest(read_id, from_id))), 0)::integer as unread
    from (
      select place.* from room_members as place join rooms as room on room.id = place.room_id
      where place.member_id = ${memberId} and muted_at is null and ${isReadable}
        and room.last_message_id > greatest(read_id, from_id)
      limit ${sql.lit(COUNTED_ROOMS_MAX)}) as place`
}

/** A room with everybody who reads it; refused unless the caller is in it. */
export async function readRoom(db: Database, caller: RoomCaller): Promise<OpenRoom> {
  const [row] = await roomStatement.run(db, caller)
  if (!row) throw roomNotFound()
  return { ...row.room, members: row.members }
}

export const roomStatement = prepareStatement<RoomCaller, { room: Room; members: RoomMember[] }>(
  (placeholder) =>
    toCompilable(sql`
    select ${buildRoomJson(placeholder('memberId'))} as room, (
      select json_agg(json_build_object(
        'person', ${personJson('members')},
        'role', seat.role_title,
        'isAuthor', coalesce(post.author_id = members.id, false),
        'isCoOwner', coalesce(seat.is_co_owner, false))
        order by coalesce(post.author_id = members.id, false) desc, team.joined_at, members.id)
      from ${presentMembers}
      left join team_members as seat on seat.post_id = room.post_id and seat.member_id = members.id
      where team.room_id = room.id and team.left_at is null) as members
    from (select place.* ${fromPlace(placeholder('memberId'), placeholder('roomId'))}) as place
    join rooms as room on room.id = place.room_id
    ${joinRoomDetails(placeholder('memberId'))}`),
)
