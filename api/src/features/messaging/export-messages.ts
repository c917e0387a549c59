import { sql, type RawBuilder } from 'kysely'
import { MIN_ID } from '../../platform/db/id-bounds.ts'
import { isoTime } from '../../platform/db/iso-time.ts'
import { appendPresentFields } from '../../platform/db/json-text.ts'
import {
  defineExportSection,
  defineNestedExportSection,
} from '../../privacy/exports/export-section.ts'
import { largeFileName, pictureKeyId } from '../pictures/export-pictures.ts'
import { PICTURE_FOLDERS } from '../pictures/picture-folders.ts'
import { messageContent, richFields } from './message-json.ts'

const fileName = largeFileName(PICTURE_FOLDERS.ofMessages)

/** The fields of `message` that only some messages have, in the copy of a member. */
export function optionalExportFields(memberId: string): Record<string, RawBuilder<unknown>> {
  return {
    ...richFields,
    editedAt: isoTime(sql.ref('message.edited_at')),
    deletedBy: sql`case when message.deleted_at is not null
      then case when message.deleted_by_owner then 'owner' else 'sender' end end`,
    isHidden: sql`case when message.hidden_at is not null then true end`,
    reactions: sql`case when message.revised_at is not null then (
      select json_agg(kind order by kind) from message_reactions where message_id = message.id and member_id = ${memberId}) end`,
  }
}

/** The names in storage of the pictures in `message`, as long as its readers see them. */
export const messageFiles: RawBuilder<string[] | null> = sql`
  case when message.is_markdown and num_nonnulls(message.deleted_at, message.hidden_at) = 0 then array(
    select ${fileName} from message_pictures as picture
    where picture.message_id = message.id and stored_at is not null and removed_at is null) end`

export const messageExport = [
  defineExportSection(
    'messagePictures',
    ['message_pictures.member_id'],
    (id) => sql`
      select ${pictureKeyId} as key, array[${fileName}] as files,
        json_build_object('file', ${fileName}, 'uploadedAt', ${isoTime(sql.ref('uploaded_at'))}) as item
      from message_pictures as picture where member_id = ${id} and stored_at is not null and removed_at is null`,
  ),
  // What the member sees: both sides of each conversation, from where the member has cleared it.
  defineNestedExportSection(
    'messages',
    ['conversation_sides.member_id', 'messages.sender_id', 'message_reactions.member_id'],
    {
      selectParents: (id) => sql`
        select conversation_id as parent_id, username, coalesce(cleared_id, ${sql.lit(MIN_ID)}) as cleared_id
        from conversation_sides left join members on members.id = peer_id and members.deleted_at is null
        where member_id = ${id}`,
      selectRows: (id) => sql`
        select message.id as first, ${sql.lit(MIN_ID)}::uuid as second, ${messageFiles} as files, ${appendPresentFields(
          sql`json_build_object('peer', parents.username, '_id', message.id, 'content', ${messageContent},
            'createdAt', ${isoTime(sql.ref('message.created_at'))}, 'isMine', message.sender_id = ${id},
            'deliveredAt', ${isoTime(sql.ref('message.delivered_at'))}, 'readAt', ${isoTime(sql.ref('message.read_at'))})`,
          optionalExportFields(id),
        )}::json as item
        from messages as message
        where shard = shard_of(parents.parent_id) and conversation_id = parents.parent_id and id > parents.cleared_id`,
    },
  ),
]
