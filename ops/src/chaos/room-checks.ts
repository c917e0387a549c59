import type pg from 'pg'
import type { SimulatedClient } from './simulated-client.ts'
import type { Team } from './team-changes.ts'

/** A message of a room as stored in PostgreSQL, or the line that tells who joined or left. */
export interface RoomRow {
  id: string
  roomId: string
  senderId: string
  content: string
  line: string | null
}

/** A present member of a room, who reads what is newer than the message `fromId`. */
export interface RoomPlace {
  roomId: string
  memberId: string
  fromId: string
}

type ClientsById = ReadonlyMap<string, Pick<SimulatedClient, 'rooms'>>

/** Reads the messages and lines of all rooms, those of one room in their order. */
export async function readRoomRows(database: pg.Pool): Promise<RoomRow[]> {
  const { rows } = await database.query<RoomRow>(`
    select messages.id, conversation_id as "roomId", sender_id as "senderId", content, line
    from messages join rooms on rooms.id = conversation_id
    order by messages.id`)
  return rows
}

export async function readRoomPlaces(database: pg.Pool): Promise<RoomPlace[]> {
  const { rows } = await database.query<RoomPlace>(`
    select room_id as "roomId", member_id as "memberId", from_id as "fromId"
    from room_members where left_at is null`)
  return rows
}

/** Describes each message that a client who is in the room now may read and has not received. */
export function findMissingInRooms(
  rows: RoomRow[],
  places: RoomPlace[],
  clients: ClientsById,
): string[] {
  const messagesByRoom = Map.groupBy(
    rows.filter(({ line }) => line === null),
    ({ roomId }) => roomId,
  )
  return places.flatMap(({ roomId, memberId, fromId }) => {
    const client = clients.get(memberId)
    if (!client) return []
    const { messages } = client.rooms
    return (messagesByRoom.get(roomId) ?? [])
      .filter(({ id, content }) => id > fromId && messages.get(id)?.content !== content)
      .map(({ content }) => `'${content}' of room ${roomId} has not reached member ${memberId}`)
  })
}

/** Describes each member who is on one of the teams and not in its room, or the other way round. */
export async function findWrongRoomMembers(database: pg.Pool, teams: Team[]): Promise<string[]> {
  const { rows } = await database.query<{ postId: string; memberId: string }>(
    `with team as (
       select post_id, member_id from team_members where left_at is null and post_id = any ($1)
       union all select id, author_id from posts where id = any ($1)),
     room as (
       select post_id, member_id from room_members join rooms on rooms.id = room_id
       where left_at is null and post_id = any ($1))
     select post_id as "postId", member_id as "memberId"
     from ((table team except table room) union all (table room except table team)) as wrong`,
    [teams.map(({ postId }) => postId)],
  )
  return rows.map(
    ({ postId, memberId }) =>
      `member ${memberId} is in the team or in the room of post ${postId}, not in both`,
  )
}

/**
 * Describes each message that reached somebody who was not on the team when it was stored. Who was on the team follows from the lines:
 * messages and lines of a room are stored one after another, and their ids have that order.
 */
export function findLeaks(rows: RoomRow[], teams: Team[], clients: ClientsById): string[] {
  const present = new Map(
    teams.map(({ roomId, authorId }): [string | null, Set<string>] => [
      roomId,
      new Set([authorId]),
    ]),
  )
  const readers = new Map<string, ReadonlySet<string>>()
  for (const { id, roomId, senderId, line } of rows) {
    const before = present.get(roomId)
    if (line === 'joined') present.set(roomId, new Set(before).add(senderId))
    if (line === 'left') present.set(roomId, new Set(before).difference(new Set([senderId])))
    readers.set(id, present.get(roomId) ?? new Set())
  }
  return [...clients].flatMap(([memberId, { rooms }]) =>
    [...rooms.messages.values()]
      .filter(({ _id }) => !readers.get(_id)?.has(memberId))
      .map(({ _id, room, content }) => {
        const how = readers.has(_id) ? 'who was not on the team' : 'and is not stored'
        return `'${content}' of room ${room} (${_id}) reached member ${memberId}, ${how}`
      }),
  )
}
