import type { Database } from '@dolph/api/platform/db/database'
import { insertMessage } from '@dolph/api/features/messaging/sending/insert-message'
import { benchMemberIdSql } from '../bench-members.ts'

const ROOM_SIZE = 50
/** So many rooms a member reads in a list. */
const READ_ROOMS = 20
const MESSAGES_PER_ROOM = 100
const MISSED_MESSAGES = 5

/** A room and those who read it, its author first. */
export interface LoadedRoom {
  roomId: string
  memberIds: string[]
}

export interface RoomReader {
  memberId: string
  roomId: string
  /** A sync time after which a few messages were sent. */
  since: string
}

/**
 * Fills an empty database with rooms of fifty. `rooms` have no member in common, and in each the first two members also have a conversation;
 * `readers` are fifty members who are together in twenty other rooms with a hundred messages each.
 */
export async function loadRooms(
  db: Database,
  roomCount: number,
): Promise<{ rooms: LoadedRoom[]; readers: RoomReader[] }> {
  const { pool } = db
  await pool.query(`
    insert into members (id, username)
    select ${benchMemberIdSql('nth')}, 'bench_' || nth from generate_series(1, ${(roomCount + 1) * ROOM_SIZE}) as nth`)
  // The teams of the readers have the same fifty members.
  const teamSql = `least(nth, ${roomCount + 1}) - 1`
  await pool.query(`
    with teams as (
      insert into posts (author_id, type, title, body)
      select ${benchMemberIdSql(`((${teamSql}) * ${ROOM_SIZE} + 1)`)}, 'showcase', 'Tide ' || nth, 'A tide clock'
      from generate_series(1, ${roomCount + READ_ROOMS}) as nth
      returning id, ('x' || right(author_id::text, 12))::bit(48)::bigint as first)
    insert into team_members (post_id, member_id, role_title)
    select id, ${benchMemberIdSql('(first + nth)')}, 'Tester' from teams, generate_series(1, ${ROOM_SIZE - 1}) as nth`)
  const { rows } = await pool.query<LoadedRoom>(`
    select room_id as "roomId", array_agg(member_id::text order by member_id) as "memberIds"
    from room_members group by 1 order by min(member_id::text), 1`)
  const rooms = rows.slice(0, roomCount)
  for (const { memberIds } of rooms) {
    const [memberId = '', peerId = ''] = memberIds
    const message = { memberId, peerId, content: 'Hello', tempId: null }
    await insertMessage(db, { ...message, mayStartConversation: true })
  }
  const read = rows.slice(roomCount)
  const readRooms = read.map(({ roomId }) => roomId)
  await pool.query(
    `select insert_room_message($1, room, 'a message of about ten words, as most of them are', null, '{}')
     from unnest($2::uuid[]) as room, generate_series(1, ${MESSAGES_PER_ROOM})`,
    [read[0]?.memberIds[0], readRooms],
  )
  await pool.query('vacuum analyze')
  const { rows: readers } = await pool.query<RoomReader>(
    `select member_id as "memberId", room as "roomId", (
       select to_char(changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from messages
       where shard = shard_of(room) and conversation_id = room
       order by changed_at desc offset ${MISSED_MESSAGES} limit 1) as since
     from unnest($1::uuid[]) as room, unnest($2::uuid[]) as member_id order by random() limit 400`,
    [readRooms, read[0]?.memberIds],
  )
  return { rooms, readers }
}
