import { sql } from 'kysely'
import { insertEventsFrom } from '../../platform/events/insert-event.ts'
import type { EventSubscribers } from '../../platform/events/subscribers.ts'
import { publishRoomChanged } from './events.ts'

interface ChangedRoom {
  roomId: string
  memberIds: string[]
}

export const roomSubscribers: EventSubscribers = {
  /** A block hides the mentions that one of them has of the other in a room of both. */
  'member.blocked': async (tx, events) => {
    const pairs = events.flatMap(({ subjectId, data }) =>
      data.memberIds.flatMap((otherId) => [
        [subjectId, otherId],
        [otherId, subjectId],
      ]),
    )
    await sql`
      with hidden as (
        select own.room_id, own.member_id
        from unnest(${pairs.map(([memberId]) => memberId)}::uuid[], ${pairs.map(([, otherId]) => otherId)}::uuid[])
          as pair (member_id, other_id)
        join room_members as own on own.member_id = pair.member_id and own.left_at is null
          and own.mention_id > greatest(own.read_id, own.from_id)
        join room_members as other on other.room_id = own.room_id and other.member_id = pair.other_id)
      ${insertEventsFrom('room.mentions-changed', {
        from: sql`hidden`,
        subjectId: sql`room_id`,
        actorId: sql`null::uuid`,
        data: { memberIds: sql`array[member_id]` },
      })}`.execute(tx)
  },
  /** Those who left get it too: their browsers then find that the room is closed to them. */
  'room.changed': async (tx, events, { bus }) => {
    const roomIds = [...new Set(events.map(({ subjectId }) => subjectId))]
    const { rows } = await sql<ChangedRoom>`
      select room_id as "roomId", array_agg(member_id) as "memberIds" from room_members
      where room_id = any (${roomIds}) and left_at is null group by 1`.execute(tx)
    const left = events.map(({ subjectId: roomId, data }) => ({ roomId, ...data }))
    return async () => {
      const recipients = Map.groupBy([...rows, ...left], ({ roomId }) => roomId)
      for (const [roomId, groups] of recipients)
        publishRoomChanged(bus, roomId, [...new Set(groups.flatMap(({ memberIds }) => memberIds))])
    }
  },
}
