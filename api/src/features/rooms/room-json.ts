import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { appendPresentFields } from '../../platform/db/json-text.ts'
import { buildParticipantJson } from '../messaging/message-json.ts'

/**
 * A row of messages, `message`, in the form of the contract's `RoomMessage`; `peer` is its sender as a row of members, or nulls for a
 * deleted one.
 */
export const roomMessageJson: RawBuilder<unknown> = sql`${appendPresentFields(
  sql`json_build_object(
    '_id', message.id,
    'room', message.conversation_id,
    'sender', ${buildParticipantJson(sql`message.sender_id`)},
    'content', message.content,
    'createdAt', ${isoTime(sql.ref('message.created_at'))})`,
  { line: sql.ref('message.line') },
)}::json`

/** Joins the sender of `message`. */
export const joinSender: RawBuilder<unknown> = sql`
  left join members as peer on peer.id = message.sender_id and peer.deleted_at is null`
