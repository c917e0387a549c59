import type { Generated } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    rooms: Rooms
    room_members: RoomMembers
  }
}

/** The conversation of a team. Every message and line locks this row first. */
interface Rooms {
  id: string
  post_id: string
  name: string
  last_stamp: Generated<Timestamp>
  last_message_id: string | null
  history_from: string | null
  closed_at: Timestamp | null
  readable_until: Timestamp | null
}

/** The member reads messages after `from_id`. The row stays when they leave, and is used again when they return. */
interface RoomMembers {
  room_id: string
  member_id: string
  joined_at: Generated<Timestamp>
  from_id: string
  read_id: string | null
  /** The newest message that mentions the member. */
  mention_id: string | null
  muted_at: Timestamp | null
  left_at: Timestamp | null
}
