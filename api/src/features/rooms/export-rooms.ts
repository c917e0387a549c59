import { sql } from 'kysely'
import { MIN_ID } from '../../platform/db/id-bounds.ts'
import { isoTime } from '../../platform/db/iso-time.ts'
import { appendPresentFields } from '../../platform/db/json-text.ts'
import {
  defineExportSection,
  defineNestedExportSection,
} from '../../privacy/exports/export-section.ts'
import { messageFiles, optionalExportFields } from '../messaging/export-messages.ts'
import { messageContent } from '../messaging/message-json.ts'

export const roomExport = [
  defineExportSection(
    'rooms',
    ['room_members.member_id'],
    (id) => sql`
      select room_id as key, json_build_object('_id', room_id, 'name', coalesce(title, name),
        'joinedAt', ${isoTime(sql.ref('joined_at'))}, 'leftAt', ${isoTime(sql.ref('left_at'))},
        'isMuted', muted_at is not null) as item
      from room_members join rooms on rooms.id = room_id left join posts on posts.id = post_id
      where room_members.member_id = ${id}`,
  ),
  // Of each room what the member wrote at any time, and what they see while they are in it.
  defineNestedExportSection('roomMessages', [], {
    selectParents: (id) => sql`
        select room_id as parent_id, coalesce(title, name) as room, from_id, left_at is not null as has_left
        from room_members join rooms on rooms.id = room_id left join posts on posts.id = post_id
        where room_members.member_id = ${id}`,
    selectRows: (id) => sql`
        select message.id as first, ${sql.lit(MIN_ID)}::uuid as second, ${messageFiles} as files, ${appendPresentFields(
          sql`json_build_object('room', parents.room, 'sender', username, '_id', message.id, 'content', ${messageContent},
            'createdAt', ${isoTime(sql.ref('message.created_at'))}, 'isMine', message.sender_id = ${id})`,
          { line: sql.ref('message.line'), ...optionalExportFields(id) },
        )}::json as item
        from messages as message left join members on members.id = sender_id and members.deleted_at is null
        where shard = shard_of(parents.parent_id) and conversation_id = parents.parent_id
          and (sender_id = ${id} or not parents.has_left and message.id > parents.from_id)`,
  }),
]
