import { sql } from 'kysely'
import type { EventSubscribers } from '../../platform/events/subscribers.ts'
import { publishRoomChanged } from './events.ts'

interface ChangedRoom {
  roomId: string
  memberIds: string[]
}

export const roomSubscribers: EventSubscribers = {
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
